"""features.py, on a small table of features."""

import unittest

import features

TABLE = {"default": ["b"], "a": [], "b": ["a", "dep:x"], "c": []}


class Combinations(unittest.TestCase):
    def test_what_is_implied_is_on(self):
        self.assertEqual(features.implied(TABLE, ["b"]), {"a", "b"})

    def test_each_set_that_can_be_on_comes_once(self):
        found = [sorted(on) for on in features.combinations(TABLE, every=True)]
        self.assertEqual(found, [[], ["a"], ["c"], ["a", "b"], ["a", "c"], ["a", "b", "c"]])

    def test_each_is_on_alone_and_off_alone(self):
        table = TABLE | {"d": []}
        found = [sorted(on) for on in features.combinations(table, every=False)]
        alone, without = [["a"], ["c"], ["d"], ["a", "b"]], [["c", "d"], ["a", "b", "c"], ["a", "b", "d"], ["a", "c", "d"]]
        self.assertCountEqual(found, [[], *alone, *without, ["a", "b", "c", "d"]])


if __name__ == "__main__":
    unittest.main()
