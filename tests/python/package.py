# SPDX-License-Identifier: MIT
"""Python's package: the same numbers, the same sentences, its own kinds of values. pandas is tried where it is."""
import gc
import importlib.util
import os
import signal
import threading
import time
import unittest

import twocs
from twocs import _values

CASE = {"model": "gpt3_175b", "device": "h100_sxm", "layout": {"tp": 8}}
has_pandas = importlib.util.find_spec("pandas") is not None


def swept():
    return twocs.sweep(CASE, over={"tp": [1, 2, 4], "zero": ["optimizer", "weights"]}, want=["t_step", "legal"])


class Values(unittest.TestCase):
    def test_one_number_is_that_of_many(self):
        one, many = twocs.eval(CASE, "f_ser"), twocs.eval(CASE, ["f_ser", "t_step"])
        self.assertIsInstance(one, float)
        self.assertEqual(dict(many), {"f_ser": one, "t_step": twocs.eval(CASE, "t_step")})
        self.assertEqual(many.f_ser, one)
        self.assertIn("based on: software pytorch", str(many))

    def test_a_case_is_what_a_script_would_say(self):
        # Worked out by Lua from the text of a script, which knows nothing of Python's dictionaries.
        run = {"sl": 4096, "b": 2, "format": "fp8", "causal": False}
        asked = {**CASE, "run": run}
        text = "{model='gpt3_175b', device='h100_sxm', layout={tp=8}, run={sl=4096, b=2, format='fp8', causal=false}}"
        self.assertEqual(twocs.eval(asked, "t_step"), in_lua(f"tw.eval({text}, 't_step')"))
        self.assertNotEqual(twocs.eval(asked, "t_step"), twocs.eval(CASE, "t_step"))

    def test_plain_values_come_back_as_they_went(self):
        same = lambda value: in_lua("...", value)
        numbers = (0, -3, 2**53, 0.1, float("inf"))
        for value in (None, True, False, *numbers, "", "Grüße\n", [1, [2, "x"]], {"a": {"b": [1.5]}}, {2: 1}):
            self.assertEqual(same(value), value)
            self.assertIs(type(same(value)), type(value))
        self.assertEqual(same((1, 2)), [1, 2])
        self.assertEqual(same(2**70), 2.0**70)

    def test_a_table_with_tables_for_keys_stays_in_lua(self):
        self.assertEqual(in_lua("{ a = 1, [{}] = 2 }").a, 1)
        self.assertEqual(in_lua("#...", in_lua("{ 7, [{}] = 2 }")), 1)

    def test_words_that_python_has_taken(self):
        grown = lambda year: {"layout": {"tp": 8}, "device": twocs.devices.h100_sxm.times(peak=2 ** (year - 2023))}
        self.assertTrue(2023 < twocs.solve(grown, find="year", from_=2023, to=2040, so_that={"f_ser": "> 0.2"}) < 2024)

    def test_functions_are_given_up(self):
        for _ in range(20):
            self.assertEqual(in_lua("(...)(20)", lambda x: x + 1), 21)
        twocs.lua("collectgarbage()")
        self.assertLessEqual(len(_values.lent), 1)

    def test_objects_are_given_up(self):
        gc.collect()
        twocs.eval(CASE, "f_ser")
        before = in_lua("#debug.getregistry()")
        for _ in range(50):
            swept()
        gc.collect()
        twocs.eval(CASE, "f_ser")
        self.assertLessEqual(in_lua("#debug.getregistry()"), before + 2)


class Tables(unittest.TestCase):
    def test_columns_are_memory(self):
        t = swept()
        self.assertEqual((len(t), list(t)), (6, ["tp", "zero", "t_step", "legal"]))
        self.assertEqual(list(t["tp"]), [1, 1, 2, 2, 4, 4])
        self.assertEqual(list(t["zero"]), ["optimizer", "weights"] * 3)
        self.assertEqual((t["t_step"].format, t["t_step"].readonly), ("d", True))
        one = {**CASE, "layout": {"tp": 2, "zero": "weights"}}
        self.assertEqual(t["t_step"][3], twocs.eval(one, "t_step"))
        self.assertEqual(list(t.rows())[3], {"tp": 2, "zero": "weights", "t_step": t["t_step"][3], "legal": 1})
        self.assertEqual(t.units["t_step"], "s")

    def test_memory_outlives_its_table(self):
        cells = swept()["t_step"]
        gc.collect()
        twocs.lua("collectgarbage()")
        swept()
        self.assertEqual(list(cells), list(swept()["t_step"]))

    def test_methods(self):
        t = swept().where(zero="weights").sort("t_step")
        self.assertEqual(list(t["tp"]), [4, 2, 1])
        self.assertEqual(len(t.where(tp=3)), 0)
        self.assertEqual(list(t.where(tp=3)["t_step"]), [])
        self.assertIn("where", dir(t))

    def test_html_is_escaped(self):
        t = twocs.table(names=["a"], columns={"a": ["<b>"]})
        self.assertIn("&lt;b&gt;", t._repr_html_())

    @unittest.skipUnless(has_pandas, "pandas is not there")
    def test_pandas(self):
        import numpy

        t = swept()
        frame = t.to_pandas()
        self.assertEqual(list(frame.columns), list(t))
        self.assertEqual(list(frame["zero"]), list(t["zero"]))
        self.assertTrue((frame["t_step"] == numpy.asarray(t["t_step"])).all())
        frame.loc[0, "t_step"] = -1.0  # the frame's own
        self.assertNotEqual(t["t_step"][0], -1.0)
        back = twocs.table(t.to_pandas())
        self.assertEqual({name: list(cells) for name, cells in back.columns.items()},
                         {name: list(cells) for name, cells in t.columns.items()})
        column = numpy.arange(6)[::2]
        self.assertEqual(list(twocs.table(names=["a"], columns={"a": column})["a"]), [0, 2, 4])


class Figures(unittest.TestCase):
    def test_pictures(self):
        figure = twocs.lines("figure", swept().where(zero="weights"), x="tp", y="t_step")
        self.assertIn("<svg", figure._repr_svg_()[:200])
        self.assertEqual(figure._repr_png_()[:4], b"\x89PNG")
        self.assertIsNone(swept()._repr_svg_())
        self.assertIsNone(twocs.devices.h100_sxm._repr_png_())


class Mistakes(unittest.TestCase):
    def test_the_sentence_of_a_script(self):
        with self.assertRaises(twocs.Mistake) as caught:
            twocs.eval(CASE, "t_stp")
        self.assertEqual(str(caught.exception), '"t_stp" is not a column; did you mean "t_tp"?')

    def test_names(self):
        with self.assertRaisesRegex(AttributeError, 'did you mean "eval"'):
            twocs.evl
        with self.assertRaisesRegex(AttributeError, "sort"):
            swept().srt
        self.assertFalse(hasattr(twocs, "_ipython_display_"))
        self.assertFalse(hasattr(swept(), "_ipython_display_"))

    def test_no_answer_says_why(self):
        with self.assertRaisesRegex(twocs.NoAnswer, "No such file") as caught:
            twocs.read("nothing.json")
        self.assertEqual(caught.exception.code, 2)

    def test_what_has_no_place_in_lua(self):
        with self.assertRaisesRegex(twocs.Mistake, "not a set"):
            twocs.eval({"model": {1}}, "f_ser")
        circle = []
        circle.append(circle)
        for holds_itself in (circle, {"a": circle}):
            with self.assertRaisesRegex(twocs.Mistake, "contains itself"):
                twocs.eval({"model": holds_itself}, "f_ser")
        with self.assertRaisesRegex(twocs.Mistake, "contains itself"):
            in_lua("(function() local t = {}; t[1] = t; return t end)()")
        self.assertGreater(twocs.eval(CASE, "f_ser"), 0)

    def test_exceptions_of_a_function_come_back(self):
        def wrong(_):
            raise ZeroDivisionError("mine")

        with self.assertRaisesRegex(ZeroDivisionError, "mine"):
            twocs.solve(wrong, find="year", from_=1, to=2, so_that={"f_ser": "> 0.2"})


class Calls(unittest.TestCase):
    def test_every_verb_has_its_help(self):
        for name in in_lua("tw.verbs()"):
            self.assertTrue(hasattr(twocs, name), name)
        self.assertIn("tw.sweep{", twocs.sweep.__doc__)
        self.assertIn("sweep", dir(twocs))

    def test_what_is_printed_is_pythons(self):
        import contextlib
        import io

        with contextlib.redirect_stdout(io.StringIO()) as said:
            twocs.help("f_ser")
            swept().print()
        self.assertIn("a result", said.getvalue())
        self.assertIn("optimizer", said.getvalue())

    def test_all_results(self):
        found, every = twocs.solve.all(CASE, find="net0_bw", so_that={"f_ser": 0.25})
        self.assertEqual(every[1], found)

    def test_threads_take_turns(self):
        found = []
        work = lambda: found.extend(twocs.eval({**CASE, "layout": {"tp": tp}}, "f_ser") for tp in (2, 4, 8) * 20)
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual((len(found), len(set(found))), (240, 3))

    def test_ctrl_c_stops_a_long_call_and_no_other(self):
        before = signal.getsignal(signal.SIGINT)
        threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt):
            while True:
                in_lua("(function() while true do end end)()")
        self.assertIs(signal.getsignal(signal.SIGINT), before)
        self.assertEqual(twocs.eval(CASE, "f_ser"), twocs.eval(CASE, "f_ser"))


def in_lua(expression, *arguments):
    """What an expression of Lua is worth: the other way to the same numbers."""
    return twocs.lua(f"return {expression}", *arguments)


if __name__ == "__main__":
    unittest.main()
