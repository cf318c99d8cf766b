"""features.py, on a small table of features."""

import unittest

import features

TABLE = {"default": ["b"], "a": [], "b": ["a", "dep:x"], "c": []}


class Combinations(unittest.TestCase):
    def test_what_is_implied_is_on(self):
        self.assertEqual(features.implied(TABLE, ["b"]), {"a", "b"})

    def test_each_set_that_can_be_on_comes_once(self):
        found = [sorted(on) for on in features.combinations(TABLE)]
        self.assertEqual(found, [[], ["a"], ["c"], ["a", "b"], ["a", "c"], ["a", "b", "c"]])

    def test_dear_features_are_on_together(self):
        table = TABLE | {"remote": ["a"], "parquet": []}
        found = [sorted(on) for on in features.combinations(table, every=False)]
        none = [[], ["a"], ["c"], ["a", "b"], ["a", "c"], ["a", "b", "c"]]
        both = [["a", "parquet", "remote"], ["a", "b", "parquet", "remote"], ["a", "c", "parquet", "remote"]]
        self.assertEqual(found, [*none, *both, ["a", "b", "c", "parquet", "remote"]])


if __name__ == "__main__":
    unittest.main()
