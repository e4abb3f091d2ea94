"""The command-line options that say what is trained on, shared by finetune.py and distil_table.py."""


def add_data_options(parser):
    group = parser.add_argument_group(
        "data",
        "folders in the uniform format: tools.jsonl(.gz), queries.jsonl, qrels.tsv",
    )
    group.add_argument(
        "--catalog",
        required=True,
        metavar="FILE",
        help="tools that the --requests folders name, and wrong answers",
    )
    group.add_argument(
        "--requests",
        nargs="+",
        default=[],
        metavar="FOLDER",
        help="folders whose qrels name tools of the catalogue",
    )
    group.add_argument(
        "--set",
        nargs="+",
        default=[],
        type=folder_and_weight,
        metavar="FOLDER[:WEIGHT]",
        help="folders with tools of their own; the weight says how often they are drawn (1)",
    )
    group.add_argument(
        "--exclude",
        nargs="*",
        default=[],
        metavar="FOLDER",
        help="folders kept for testing: their right answers appear nowhere, not even as wrong answers",
    )
    group.add_argument(
        "--hide",
        nargs="*",
        default=[],
        metavar="PATH",
        help="tools files, or folders with one (of split.py): none of these tools appears anywhere",
    )


def folder_and_weight(text):
    """"FOLDER:0.5" -> ("FOLDER", 0.5)"""
    folder, _, weight = text.partition(":")
    return folder, float(weight or 1)


def folder_and_count(text):
    """"FOLDER:2500" -> ("FOLDER", 2500); ("FOLDER", None) without a number."""
    folder, _, count = text.partition(":")
    return folder, int(count) if count else None


def folder_and_tools(text):
    """"FOLDER:TOOLS" -> ("FOLDER", "TOOLS"); the folder's own tools without."""
    folder, _, tools = text.partition(":")
    return folder, tools or folder
