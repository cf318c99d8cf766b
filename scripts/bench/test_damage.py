import unittest
import zlib

from bench import damage


def member(number, length=None):
    body = b"page %d " % number * 50
    head = b"WARC/1.0\r\nWARC-Record-ID: <r%d>\r\nContent-Length: %d" % (number, length or len(body))
    return damage.packed(head + b"\r\n\r\n" + body + b"\r\n\r\n")


MEMBERS = [member(number) for number in range(5)]


class Damage(unittest.TestCase):
    def test_a_file_is_split_into_its_members(self):
        self.assertEqual(damage.split(b"".join(MEMBERS)), MEMBERS)
        self.assertEqual([damage.record_id(packed) for packed in MEMBERS], ["r0", "r1", "r2", "r3", "r4"])

    def test_every_variant_but_the_first_is_damaged_and_keeps_what_it_calls_whole(self):
        variants = list(damage.variants(MEMBERS))
        self.assertEqual(variants[0].data, b"".join(MEMBERS))
        for variant in variants[1:]:
            self.assertNotEqual(variant.data, variants[0].data, variant.name)
            for number in variant.whole:
                # Where only the header lies, the member is another and its body the same.
                is_there = MEMBERS[number] in variant.data
                self.assertTrue(is_there or "Content-Length" in variant.name and number == 2, variant.name)

    def test_a_flipped_bit_breaks_one_member(self):
        flipped = next(variant for variant in damage.variants(MEMBERS) if variant.name.startswith("a bit"))
        self.assertEqual(flipped.whole, [0, 1, 3, 4])
        start = len(MEMBERS[0]) + len(MEMBERS[1])
        with self.assertRaises(zlib.error):
            damage.unpacked(flipped.data[start : start + len(MEMBERS[2])])

    def test_judging_counts_whole_and_changed_records(self):
        read = damage.Read({"a": "1", "b": "other", "c": "3"}, "nothing")
        judged = damage.judge(read, {"a": "1", "b": "2", "c": "3"}, ["a", "b"])
        self.assertEqual(judged, {"whole": 1, "changed": 1, "said": "nothing"})
        table = damage.summary([{"damage": "d", "whole": 2, "leafmill": judged}])
        self.assertIn("| d | 2 | 1 (1) | nothing |", table)


if __name__ == "__main__":
    unittest.main()
