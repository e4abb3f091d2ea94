import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { errorMessage, ToolscoutError } from '../../errors.ts';
import { own } from '../../shared/json.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { TransportSpec } from '../server-spec.ts';
import { passesCheck } from './description-check.ts';
import { launchedPackage } from './launched-package.ts';
import {
  foldServerName,
  invalidPack,
  type PackFile,
  type PackIndex,
  type PackServer,
  readPackFile,
  readPackIndex,
} from './pack-format.ts';

/** What is known of a server whose tools may have examples in the pack. */
export interface ServerIdentity {
  /** As configured. */
  readonly name: string;
  readonly transport?: TransportSpec;
  /** `serverInfo.name`, once it is connected. */
  readonly serverInfo?: string;
}

/** Finds the example requests of one server's tools. The same array for the same tool each time, frozen. */
export type ServerExamples = (definition: ToolDefinition) => readonly string[] | undefined;

export interface ExamplePackOptions {
  /** Folder of the pack; absent: the one that comes with the package. */
  readonly folder?: string;
  /** Told of each part of the pack that cannot be read, once; its tools then have no examples from here. */
  readonly onError?: (error: ToolscoutError) => void;
}

/** Longest decompressed file: the largest shipped one is a tenth of it. */
const MAX_FILE_BYTES = 4_000_000;

/**
 * Example requests for the tools of well-known servers. Index-time only: nothing of it is shown to a model. A server's
 * file is read when the server is first asked about, and never for servers that are not there.
 *
 * A server is recognised by, in this order:
 * 1. the npm package it is started from: that file and no other;
 * 2. what it calls itself, then the name it is configured under. Names are not unique, so every file that fits is tried.
 *
 * Whatever the name, a tool gets the examples of its namesake only while its description passes the check. A tool that
 * had no description is taken by name, and only from a server that was recognised by its package.
 */
export class ExamplePack {
  readonly #folder: string | undefined;
  readonly #onError: (error: ToolscoutError) => void;
  readonly #files = new Map<string, PackFile | undefined>();
  #index: PackIndex | undefined;

  constructor(options: ExamplePackOptions = {}) {
    this.#folder = options.folder;
    this.#onError = options.onError ?? (() => {});
  }

  server(identity: ServerIdentity): ServerExamples {
    const { servers, byPackage } = this.#candidates(identity);
    return (definition) => {
      for (const { file } of servers) {
        const tools = this.#file(file)?.tools ?? {};
        const tool = Object.hasOwn(tools, definition.name) ? tools[definition.name]! : undefined;
        if (tool === undefined) continue;
        const fits = tool.check === '' ? byPackage : passesCheck(tool.check, own(definition, 'description'));
        if (fits) return tool.examples;
      }
      return undefined;
    };
  }

  #candidates({ name, transport, serverInfo }: ServerIdentity): { servers: PackServer[]; byPackage: boolean } {
    const { servers } = this.#readIndex();
    const launched = transport === undefined ? undefined : launchedPackage(transport);
    const started = servers.find((server) => server.package === launched);
    if (started !== undefined) return { servers: [started], byPackage: true };
    const called = serverInfo?.toLowerCase();
    const folded = foldServerName(name);
    const claimed = servers.filter((server) => called !== undefined && server.serverInfo?.toLowerCase() === called);
    const named = servers.filter((server) => server.names.includes(folded));
    return { servers: [...new Set([...claimed, ...named])], byPackage: false };
  }

  #readIndex(): PackIndex {
    this.#index ??= this.#tolerate(() => {
      const path = join(this.#path(), 'index.json');
      return readPackIndex(JSON.parse(readFileSync(path, 'utf8')), path);
    }) ?? { format: 1, servers: [] };
    return this.#index;
  }

  #file(name: string): PackFile | undefined {
    if (!this.#files.has(name)) {
      const read = this.#tolerate(() => {
        const path = join(this.#path(), name);
        const bytes = brotliDecompressSync(readFileSync(path), { maxOutputLength: MAX_FILE_BYTES });
        return readPackFile(JSON.parse(bytes.toString('utf8')), path);
      }, name);
      this.#files.set(name, read);
    }
    return this.#files.get(name);
  }

  #path(): string {
    return this.#folder ?? shippedFolder();
  }

  /** A broken pack costs its examples and nothing else. */
  #tolerate<T>(read: () => T, file = 'index.json'): T | undefined {
    try {
      return read();
    } catch (error) {
      const path = join(this.#folder ?? '', file);
      this.#onError(
        error instanceof ToolscoutError ? error : invalidPack(path, `cannot be read (${errorMessage(error)})`, error),
      );
      return undefined;
    }
  }
}

/** The nearest folder upwards that holds the pack: three up from a source file, one up from a bundle. */
function shippedFolder(from: string = import.meta.dirname): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const pack = join(folder, 'packs', 'known-servers');
    if (existsSync(join(pack, 'index.json'))) return pack;
    if (folder === dirname(folder)) throw invalidPack(join('packs', 'known-servers'), `is nowhere above ${from}`);
  }
}
