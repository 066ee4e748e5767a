import builtins

class Exception(builtins.Exception):
    Message: str
    typeName: str
