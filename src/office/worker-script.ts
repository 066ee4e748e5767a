/**
 * The program of one worker, in Python because LibreOffice's own bridge (python3-uno) is measured
 * faster and safer than the alternatives. It runs inside the sandbox beside the `soffice.bin` it
 * drives, and reaches its interpreter through stdin, so no file has to be shipped or mounted.
 */

import { PHOTOGRAPHS_SCRIPT } from './photographs-script.ts'

/**
 * Given to `python -c`: reads a length line, then the real program, from stdin. What follows the
 * program on stdin is the conversation itself.
 */
export const BOOTSTRAP = 'import sys;b=sys.stdin.buffer;exec(b.read(int(b.readline())))'

/**
 * The conversation: Node sends one JSON line with the set-up, then per document one JSON line
 * followed by `size` bytes. The worker answers with JSON lines; a `done` line is followed by
 * `size` bytes of PDF, and an `idle` line says that the document is closed.
 */
export const WORKER_SCRIPT = `
import ctypes, json, os, re, resource, signal, subprocess, sys, time

stdin = sys.stdin.buffer
wire = os.fdopen(os.dup(1), 'wb')
os.dup2(2, 1)  # whatever prints from here on is noise, not protocol
libc = ctypes.CDLL(None, use_errno=True)
PR_SET_PDEATHSIG, PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP = 1, 38, 22


def say(message, path=None):
    wire.write(json.dumps(message).encode() + b'\\n')
    wire.flush()
    if path is not None:
        with open(path, 'rb') as source:
            while os.sendfile(wire.fileno(), source.fileno(), None, 1 << 20):
                pass


def prctl(option, first, second=0):
    if libc.prctl(option, ctypes.c_ulong(first), ctypes.c_ulong(second), 0, 0) != 0:
        raise OSError(ctypes.get_errno(), 'prctl %d' % option)


def die_with_parent():
    prctl(PR_SET_PDEATHSIG, 9)


class BpfProgram(ctypes.Structure):
    _fields_ = [('length', ctypes.c_ushort), ('filter', ctypes.c_void_p)]


def forbid_system_calls(code):
    held = ctypes.create_string_buffer(code, len(code))
    program = BpfProgram(len(code) // 8, ctypes.addressof(held))
    prctl(PR_SET_SECCOMP, 2, ctypes.addressof(program))


class LandlockRules(ctypes.Structure):
    _fields_ = [('fs', ctypes.c_uint64), ('net', ctypes.c_uint64), ('scoped', ctypes.c_uint64)]


class LandlockPath(ctypes.Structure):
    _pack_ = 1
    _fields_ = [('allowed', ctypes.c_uint64), ('fd', ctypes.c_int32)]


def forbid_files(setup):
    """Landlock: this process and its children reach only the given folders. False: no kernel support."""
    version = libc.syscall(444, None, ctypes.c_size_t(0), ctypes.c_uint32(1))
    if version < 1:
        return False
    rights = (1 << (13 if version < 2 else 14 if version < 3 else 15 if version < 5 else 16)) - 1
    rules = LandlockRules(rights, 3 if version >= 4 else 0, 3 if version >= 6 else 0)
    size = 8 if version < 4 else 16 if version < 6 else 24
    ruleset = libc.syscall(444, ctypes.byref(rules), ctypes.c_size_t(size), ctypes.c_uint32(0))
    if ruleset < 0:
        return False
    read_only, file_only = 1 | 4 | 8, 1 | 2 | 4 | (1 << 14 if version >= 3 else 0)
    allowances = [(path, read_only) for path in setup['readable']]
    allowances += [(path, rights) for path in setup['writable']]
    # LibreOffice puts the sockets of its pipes here, whatever TMPDIR says: make, remove and no more
    allowances.append((setup['pipeFolder'], 1 << 9 | 1 << 5))
    for path, allowed in allowances:
        try:
            folder = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except FileNotFoundError:
            continue
        if not os.path.isdir(path):
            allowed &= file_only
        rule = LandlockPath(allowed, folder)
        if libc.syscall(445, ruleset, ctypes.c_int(1), ctypes.byref(rule), ctypes.c_uint32(0)) != 0:
            raise OSError(ctypes.get_errno(), 'landlock rule for ' + path)
        os.close(folder)
    if libc.syscall(446, ruleset, ctypes.c_uint32(0)) != 0:
        raise OSError(ctypes.get_errno(), 'landlock')
    os.close(ruleset)
    return True


def limit(setup):
    for name, value in setup['limits'].items():
        kind = getattr(resource, 'RLIMIT_' + name)
        hard = resource.getrlimit(kind)[1]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (value, value))
    try:
        with open('/proc/self/oom_score_adj', 'w') as score:
            score.write('600')  # short of memory, the kernel ends a worker before the service
    except OSError:
        pass


def confine(setup):
    """Gives up what the documents' process must not have; for this process and all it starts."""
    measures = []
    limit(setup)
    if setup['dieWithParent']:
        die_with_parent()
        if os.getppid() != setup['parent']:
            sys.exit(1)
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    if setup['landlock'] and forbid_files(setup):
        measures.append('landlock')
    if setup['seccomp']:
        forbid_system_calls(bytes.fromhex(setup['seccomp']))
        measures.append('seccomp')
    return measures


def guard_pipe(setup):
    """LibreOffice lets every user of the machine connect to its pipe; only ours may."""
    for name in (setup['pipe'], '%d_%s' % (os.getuid(), setup['pipe'])):
        path = '%s/OSL_PIPE_%s' % (setup['pipeFolder'], name)
        if os.path.exists(path):
            os.chmod(path, 0o700)


def write_profile(setup):
    for name, text in setup['files'].items():
        path = os.path.join(setup['home'], name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)


class Office:
    def __init__(self, setup):
        self.setup = setup
        for _ in range(3):
            self.process = self.start()
            self.desktop = self.connect()
            if self.desktop is not None:
                return
            # 81 is how a fresh profile asks to be started once more
            if self.process.returncode != 81:
                break
        sys.stderr.write('soffice.bin ended with %s before it was ready\\n' % self.process.returncode)
        sys.exit(3)

    def start(self):
        setup = self.setup
        command = [setup['soffice']] + setup['arguments']
        before = die_with_parent if setup['dieWithParent'] else None
        return subprocess.Popen(
            command, env=setup['environment'], cwd=setup['home'], preexec_fn=before,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    def connect(self):
        local = uno.getComponentContext()
        resolver = local.ServiceManager.createInstanceWithContext(
            'com.sun.star.bridge.UnoUrlResolver', local)
        while self.process.poll() is None:
            try:
                context = resolver.resolve(self.setup['connection'])
                self.context = context
                return self.create('com.sun.star.frame.Desktop')
            except NoConnectException:
                time.sleep(0.004)
            except UnoException:
                time.sleep(0.02)  # the office is closing again
        return None

    def create(self, service):
        return self.context.ServiceManager.createInstanceWithContext(service, self.context)

    def version(self):
        product = self.create('com.sun.star.configuration.ConfigurationProvider')
        product = product.createInstanceWithArguments(
            'com.sun.star.configuration.ConfigurationAccess',
            values({'nodepath': '/org.openoffice.Setup/Product'}))
        return product.getByName('ooSetupVersionAboutBox')

    def memory(self):
        """Resident bytes now, and the most there ever were."""
        now = most = 0
        with open('/proc/%d/status' % self.process.pid, 'rb') as status:
            for line in status:
                if line.startswith(b'VmHWM:'):
                    most = int(line.split()[1]) * 1024
                elif line.startswith(b'VmRSS:'):
                    now = int(line.split()[1]) * 1024
                    break
        return now, most


${PHOTOGRAPHS_SCRIPT}

COMMENT = re.compile(rb'<(\\w+:)?commentReference\\b[^>]*?(/>|>\\s*</(\\w+:)?commentReference>)')
PART_BYTES_MAX = 64 << 20


def prepare(path, photographs):
    """Comments are not printed, and LibreOffice without a GUI crashes on them: the windows it makes
    for them in the margin need files that only come with the GUI. So nothing may refer to them.
    Photographs become JPEG; what a part is, LibreOffice sees by its bytes."""
    if jpeg is None:
        photographs = []
    with open(path, 'rb') as file:
        if not photographs and b'word/comments' not in file.read():
            return
    import zipfile
    try:
        with zipfile.ZipFile(path) as given, zipfile.ZipFile(path + '.new', 'w') as made:
            if any(entry.file_size > PART_BYTES_MAX for entry in given.infolist()):
                return
            pictures = as_jpeg({name: given.read(name) for name in photographs})
            for entry in given.infolist():
                name = entry.filename
                part = pictures[name] if name in pictures else given.read(entry)
                if name.startswith('word/') and b'commentReference' in part:
                    part = COMMENT.sub(b'', part)
                made.writestr(name, part)
        os.replace(path + '.new', path)
    except Exception:
        pass  # whether it can be read is for LibreOffice to say


def values(properties):
    return tuple(PropertyValue(Name=name, Value=value) for name, value in properties.items())


def kind_of(error):
    """Kind and number of an error. Its words may quote the document: they go nowhere."""
    number = re.search('0x[0-9a-fA-F]{1,8}', getattr(error, 'Message', '') or '')
    name = getattr(error, 'typeName', type(error).__name__).rsplit('.', 1)[-1]
    return name + (' ' + number.group() if number else '')


def convert(office, task, source, target):
    started = time.monotonic()
    document = None
    try:
        document = office.desktop.loadComponentFromURL(
            'file://' + source, '_blank', 0, values(task['load']))
        if document is None:
            raise ValueError('the file could not be loaded')
        loaded = time.monotonic()
        options = task['store']
        filter_data = uno.Any('[]com.sun.star.beans.PropertyValue', values(options))
        document.storeToURL('file://' + target, (
            PropertyValue(Name='FilterName', Value='writer_pdf_Export'),
            PropertyValue(Name='FilterData', Value=filter_data)))
        stored = time.monotonic()
        size = os.path.getsize(target)
        now, most = office.memory()
        say({'event': 'done', 'id': task['id'], 'size': size, 'rss': now, 'peak': most,
             'loadMs': (loaded - started) * 1000, 'storeMs': (stored - loaded) * 1000}, target)
    except (UnoException, ValueError, OSError) as error:
        time.sleep(0.02)  # the moment in which a dying office is noticed, which ends this process
        say({'event': 'refused', 'id': task['id'], 'reason': kind_of(error),
             'stage': 'load' if document is None else 'store'})
    finally:
        if document is not None:
            try:
                document.close(True)
            except UnoException:
                sys.exit(5)


def serve(office, home):
    source, target = os.path.join(home, 'in.docx'), os.path.join(home, 'out.pdf')
    for line in iter(stdin.readline, b''):
        task = json.loads(line)
        with open(source, 'wb') as file:
            left = task['size']
            while left:
                chunk = stdin.read(min(left, 1 << 20))
                if not chunk:
                    return
                file.write(chunk)
                left -= len(chunk)
        prepare(source, task['photographs'])
        convert(office, task, source, target)
        for path in (source, source + '.new', target):
            if os.path.lexists(path):
                os.unlink(path)
        say({'event': 'idle', 'rss': office.memory()[0]})


setup = json.loads(stdin.readline())
measures = confine(setup)
write_profile(setup)
os.environ.update(setup['environment'])
os.environ.pop('LD_PRELOAD', None)
import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException
from com.sun.star.uno import Exception as UnoException

office = Office(setup)
if setup['dieWithParent']:
    guard_pipe(setup)
# without its office this process is of no use, busy or not
signal.signal(signal.SIGCHLD, lambda *_: os._exit(4))
say({'event': 'ready', 'version': office.version(), 'measures': measures})
try:
    serve(office, setup['home'])
finally:
    office.process.kill()
`
