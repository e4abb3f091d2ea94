"""Which tools no training may see, and the texts that would show them.

Tools are recognised by name and start of description, not by id: the same tool stands in several sets under different
ids, and copies of a server stand in a catalogue under different names.
"""
from data.sets import load_queries, load_tools, tools_file


def tool_key(tool):
    return tool.name.lower(), tool.description[:60].lower()


def hidden_keys(options, catalog):
    """Keys of the right answers of the `--exclude` folders and of all tools of the `--hide` ones.

    `catalog`: tool id -> Tool; an `--exclude` folder without tools of its own names tools of it.
    """
    keys = set()
    for folder in options.exclude:
        tools = {tool.id: tool for tool in load_tools(folder)} if tools_file(folder) else catalog
        for query in load_queries(folder):
            keys.update(tool_key(tools[id]) for id in query.relevant if id in tools)
    for path in options.hide:
        keys.update(tool_key(tool) for tool in load_tools(path))
    return keys


def hidden_texts(options, catalog):
    """Texts of hidden tools, and of requests with a hidden tool among their right answers."""
    keys = hidden_keys(options, catalog)
    texts = {tool.text for tool in catalog.values() if tool_key(tool) in keys}
    sources = [(folder, catalog) for folder in options.requests]
    sources += [(folder, {tool.id: tool for tool in load_tools(folder)}) for folder, _ in options.set]
    for folder, tools in sources:
        texts.update(tool.text for tool in tools.values() if tool_key(tool) in keys)
        for query in load_queries(folder):
            if any(id in tools and tool_key(tools[id]) in keys for id in query.relevant):
                texts.add(query.start)
    return texts
