"""Runs wicket with a clock that is wrong by so many seconds: `python other_clock.py SECONDS serve …`."""

import sys
import time

off_s = float(sys.argv.pop(1))
right, right_ns = time.time, time.time_ns
time.time = lambda: right() + off_s
time.time_ns = lambda: right_ns() + round(off_s * 1e9)

if __name__ == "__main__":
    from wicket.__main__ import main  # which takes the clock as it is by now

    sys.argv[0] = "wicket"
    main()
