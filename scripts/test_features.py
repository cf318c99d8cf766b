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

    def test_each_is_on_alone(self):
        found = [sorted(on) for on in features.combinations(TABLE | {"d": []}, every=False)]
        self.assertCountEqual(found, [[], ["a"], ["c"], ["d"], ["a", "b"], ["a", "b", "c", "d"]])


if __name__ == "__main__":
    unittest.main()
