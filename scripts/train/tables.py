"""LightGBM's trees as the flat table that `src/extract/methods/grain/trees/mod.rs` walks (see its head)."""

import struct

import numpy as np

MAGIC = b"GRAIN1\0\0"


def flatten(tree):
    """A tree's nodes, children adjacent and behind their parent, as (threshold, feature, child,
    mean)."""
    nodes = [None]
    pending = [(tree, 0)]
    while pending:
        node, at = pending.pop(0)
        if "leaf_value" in node:
            value = node["leaf_value"]
            nodes[at] = (value, 0, 0, value)
            continue
        if node["decision_type"] != "<=" or node["missing_type"] != "None":
            raise ValueError("only plain thresholds can be walked")
        child = len(nodes)
        nodes += [None, None]
        nodes[at] = (below(node["threshold"]), node["split_feature"], child,
                     node["internal_value"])
        pending += [(node["left_child"], child), (node["right_child"], child + 1)]
    return nodes


def below(threshold):
    """The largest 32-bit float that is not above the threshold: for features that are 32-bit
    floats the comparison is the same."""
    value = np.float32(threshold)
    return np.nextafter(value, np.float32(-np.inf)) if float(value) > threshold else value


def table(booster, features_hash):
    """A booster as a table."""
    trees = [flatten(tree["tree_structure"]) for tree in booster.dump_model()["tree_info"]]
    count = sum(map(len, trees))
    out = [MAGIC, struct.pack("<III", features_hash, len(trees), count)]
    root = 0
    for tree in trees:
        out.append(struct.pack("<I", root))
        root += len(tree)
    nodes = [node for tree in trees for node in tree]
    out += [struct.pack("<fHH", *node[:3]) for node in nodes]
    out += [struct.pack("<f", node[3]) for node in nodes]
    return b"".join(out)
