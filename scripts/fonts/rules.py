"""Prints fontconfig's own rules in one file: what a machine has in /etc/fonts must not change a page.

    rules.py /etc/fonts/conf.d > src/office/fonts/built/rules.conf      # on Debian 12, with scripts/setup's fonts

Names and generic families only: how glyphs are rasterised is of no interest in a PDF, and rules of a user or of the
machine's administrator are not for all.
"""

import re
import sys
from pathlib import Path

_LEFT_OUT = ('10-', '11-', '20-', '50-', '51-', '69-', '80-')
_AROUND = re.compile(r'<\?xml.*?\?>|<!DOCTYPE.*?>|</?fontconfig>|<description>.*?</description>|<!--.*?-->', re.DOTALL)


def main(folder: Path) -> None:
    """Joins the files in the order in which fontconfig reads them."""
    print('<!-- From fontconfig 2.14.1 and the font packages of Debian 12; licence: LICENCE-fontconfig.txt. -->')
    for path in sorted(folder.glob('*.conf')):
        if not path.name.startswith(_LEFT_OUT):
            rules = re.sub(r'>\s+<', '><', _AROUND.sub('', path.read_text())).strip()
            print(re.sub(r'(</(?:alias|match|selectfont)>)', r'\1\n', rules), end='')


if __name__ == '__main__':
    main(Path(sys.argv[1]))
