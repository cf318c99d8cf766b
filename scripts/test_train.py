"""Tests of scripts/train that need no training; skipped where numpy is not installed."""

import struct
import sys
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent / "train"))

try:
    import numpy as np
    import rows
    import tables
    import train
except ImportError:
    np = None


def page(domain, sketch=()):
    return {"domain": domain, "dataset": "d", "id": domain, "sketch": list(sketch)}


@unittest.skipIf(np is None, "numpy is not installed: scripts/train/train.py makes an environment")
class Train(unittest.TestCase):
    def test_domains_and_near_duplicates_stay_together(self):
        sketch = list(range(10))
        pages = [page("a"), page("b", sketch), page("a"), page("c", sketch[4:]), page("d", [9])]
        group = rows.groups(pages)
        self.assertEqual(group[0], group[2])
        self.assertEqual(group[1], group[3])
        self.assertEqual(len(set(group[[0, 1]])), 2)
        fold = rows.folds(pages, 2)
        self.assertEqual(fold[1], fold[3])
        self.assertEqual(sorted(np.bincount(fold)), [2, 3])

    def test_models_of_a_fold_see_none_of_its_pages(self):
        pages = [page(domain) for domain in "aabcd"]
        seen = lambda args, directory, without: {train.name_of(page) for page in pages} - set(without)
        make = lambda rows, models: models.mkdir()
        with tempfile.TemporaryDirectory() as folder, \
                mock.patch.object(train, "features", seen), mock.patch.object(train, "train", side_effect=make) as made:
            found = list(train.fold_models(SimpleNamespace(folds=2), folder, pages, folder))
            told = [(models / "pages.txt").read_text().splitlines() for _, models in found]
        self.assertEqual([held_out for held_out, _ in found], told)
        self.assertEqual(sorted(told[0] + told[1]), sorted(train.name_of(page) for page in pages))
        for (held_out, models), call in zip(found, made.call_args_list):
            self.assertEqual(call.args[1], models)
            self.assertFalse(call.args[0] & set(held_out))

    def test_a_threshold_compares_as_before(self):
        value = np.float32(0.1)
        for threshold in (0.1, float(value), 3.0, -0.1):
            rounded = tables.below(threshold)
            self.assertLessEqual(float(rounded), threshold)
            self.assertEqual(value <= rounded, float(value) <= threshold)

    def test_children_are_adjacent_and_behind(self):
        leaf = lambda value: {"leaf_value": value}
        split = lambda left, right: {
            "decision_type": "<=", "missing_type": "None", "threshold": 0.5, "split_feature": 7,
            "internal_value": 0.25, "left_child": left, "right_child": right,
        }
        nodes = tables.flatten(split(leaf(1), split(leaf(2), leaf(3))))
        self.assertEqual([node[2] for node in nodes], [1, 0, 3, 0, 0])
        self.assertEqual([node[0] for node in nodes], [0.5, 1, 0.5, 2, 3])
        self.assertEqual(len(struct.pack("<fHH", *nodes[0][:3])), 8)


if __name__ == "__main__":
    unittest.main()
