import type { Tool } from '../../tools/index.ts';
import { type DeclaredTool, declareGone, declareTool } from '../shared/declared.ts';
import { createStrictBudget } from './strict-budget.ts';
import type { AnthropicSearchTool, AnthropicTool, CacheControl } from './types.ts';

/** Collects the tools of one request: each name once, and what is needed to read the calls. */
export class RequestDeclarations {
  readonly tools: AnthropicTool[] = [];
  readonly declared: Map<string, DeclaredTool> = new Map();
  readonly #strict: boolean;
  readonly #fits = createStrictBudget();

  constructor(strict: boolean) {
    this.#strict = strict;
  }

  has(name: string): boolean {
    return this.declared.has(name);
  }

  /** A tool of the catalog. */
  tool(tool: Tool, deferred: boolean): void {
    const strict = this.#strict ? declareTool(tool, 'anthropic-strict') : undefined;
    this.add(strict !== undefined && this.#fits(strict) ? strict : declareTool(tool, 'anthropic'), deferred);
  }

  add(tool: DeclaredTool, deferred = false): void {
    if (this.has(tool.name)) return;
    const { name, description, schema, strict } = tool;
    this.declared.set(name, tool);
    this.tools.push({
      name,
      ...(description === '' ? {} : { description }),
      // Every dialect has an object at the root.
      input_schema: schema as AnthropicTool['input_schema'],
      ...(strict ? { strict: true as const } : {}),
      ...(deferred ? { defer_loading: true as const } : {}),
    });
  }

  /** Stands for a tool that is gone and that the history still refers to: without it the request would be refused. */
  stub(name: string): void {
    this.add(declareGone(name), true);
  }
}

type RequestTool = AnthropicTool | AnthropicSearchTool;

function isDeferred(tool: RequestTool): boolean {
  return 'defer_loading' in tool;
}

/** Marks the end of what is cached: the last tool that is not deferred, because deferred ones are not in the prefix. */
export function withCacheMark(tools: readonly RequestTool[], mark: CacheControl): RequestTool[] {
  const last = tools.findLastIndex((tool) => !isDeferred(tool));
  return tools.map((tool, index) => (index === last ? { ...tool, cache_control: mark } : tool));
}

/** A request in which every tool is deferred is refused. */
export function withOneVisible(tools: RequestTool[]): RequestTool[] {
  if (!tools.every(isDeferred)) return tools;
  return tools.map((tool) => {
    const { defer_loading: _deferred, ...visible } = tool as AnthropicTool;
    return visible;
  });
}
