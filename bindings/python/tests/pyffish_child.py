"""Answers questions by pyffish, one JSON row a line: a function with its arguments.

It runs as a process of its own, because pyffish may end the process that asks."""

import json
import sys

import pyffish


def main() -> None:
    for line in sys.stdin:
        function, arguments = json.loads(line)
        try:
            answer = {"result": getattr(pyffish, function)(*arguments)}
        except BaseException as error:
            cause = error.__cause__
            answer = {"error": f"{type(error).__name__}: {cause if cause else error}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
