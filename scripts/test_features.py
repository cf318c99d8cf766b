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


if __name__ == "__main__":
    unittest.main()
