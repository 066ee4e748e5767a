"""The embedding of an invoice by factur-x: facturx-embed.py PDF XML WARM_UPS ROUNDS prints its median in ms."""

import logging
import statistics
import sys
import time
from pathlib import Path

from facturx import generate_from_binary

logging.disable(logging.CRITICAL)
pdf, xml = (Path(name).read_bytes() for name in sys.argv[1:3])
warm_ups, rounds = map(int, sys.argv[3:])
times = []
for _ in range(warm_ups + rounds):
    start = time.perf_counter()
    generate_from_binary(pdf, xml, flavor="factur-x", level="en16931", check_xsd=False, check_schematron=False)
    times.append((time.perf_counter() - start) * 1000)
print(statistics.median_high(times[warm_ups:]))
