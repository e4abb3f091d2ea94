import type { JsonObject } from '../shared/json.ts';

/** Where a tool came from. Recorded on entry and never guessed from a name. */
export type SourceKind = 'core' | 'plugin' | 'mcp' | 'client' | 'openapi';

/** What a catalog entry is: something to call, or an entry point that the host handles itself. */
export type ToolKind = 'tool' | 'skill' | 'subagent';

export interface ToolSource {
  readonly kind: SourceKind;
  /** Server, plugin or owner name exactly as configured (any script, any punctuation). */
  readonly name: string;
}

/**
 * A tool as its source states it. Only `name` is relied upon; everything else may be absent or malformed, because
 * upstream servers do send `description: null`, `inputSchema: true` and worse. Unknown members are kept.
 */
export interface ToolDefinition {
  readonly name: string;
  readonly title?: string;
  readonly description?: string | null;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: ToolAnnotations;
  readonly _meta?: Readonly<Record<string, unknown>>;
  readonly [member: string]: unknown;
}

/** MCP behaviour hints, all optional and all untrusted. */
export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
  readonly [hint: string]: unknown;
}

/** Rights and routing marks of a tool: key → values. The value `*` means public for that key. */
export type ToolTags = Readonly<Record<string, readonly string[]>>;

/** What a source hands to the registry: a definition plus where it came from. */
export interface ToolEntry {
  readonly source: ToolSource;
  readonly definition: ToolDefinition;
  readonly kind?: ToolKind;
  /** Given ids are kept verbatim (catalogues from JSONL); otherwise `kind:source:name`. */
  readonly id?: string;
  /** What models call the tool, in the place of its own name. It is called at its source by its own. */
  readonly alias?: string;
  readonly tags?: ToolTags;
  /** `direct-only` tools are never catalogued and always exposed. */
  readonly catalogMode?: 'direct-only';
  /** Requests that this tool serves, indexed beside its texts. */
  readonly examples?: readonly string[];
}

/** A problem found while reading a tool, for `list`, `doctor` and logs. Never a reason to drop another tool. */
export interface ToolWarning {
  readonly tool: string;
  readonly code:
    | 'NAME_MISSING'
    | 'NAME_DUPLICATE'
    | 'HIDDEN_CHARACTERS'
    | 'TEXT_CUT'
    | 'SCHEMA_REPAIRED'
    | 'SCHEMA_UNUSABLE'
    | 'OUTPUT_SCHEMA_IGNORED';
  readonly message: string;
}

/** A tool after reading: safe texts, a normal schema, a stable id and a name every model API accepts. */
export interface Tool {
  readonly id: string;
  /** Model-safe, unique in its catalog, stable: `^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$`. */
  readonly name: string;
  readonly source: ToolSource;
  readonly kind: ToolKind;
  /** The name the source knows it by; calls go out under this one. */
  readonly originalName: string;
  readonly title: string | undefined;
  /** Sanitised and bounded; empty when the source gave none. */
  readonly description: string;
  /** Always an object schema: what arguments are validated against and what is shown. */
  readonly inputSchema: JsonObject;
  /** The source's schema was not an object; it sits in the one property of `inputSchema` and calls unwrap it. */
  readonly wrapped: boolean;
  readonly outputSchema: JsonObject | undefined;
  readonly annotations: ToolAnnotations | undefined;
  readonly tags: ToolTags;
  readonly directOnly: boolean;
  readonly examples: readonly string[];
  /** Hash of everything above that came from the source; equal definitions have equal hashes. */
  readonly hash: string;
  /** The definition as it arrived, frozen, with members we do not know. */
  readonly raw: ToolDefinition;
  readonly warnings: readonly ToolWarning[];
}
