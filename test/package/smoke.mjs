// Packs the package, installs the tarball into an empty project and uses it there as a stranger would, on the
// machine's own Node (not the one in node_modules). Run by `npm run test:package`; exits 1 with the reason.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
/** What people have to download, as the tarball has it. */
const MAX_MEGABYTES = 48;
const MAX_MEGABYTES_WITHOUT_DEEP = 16;
const folder = mkdtempSync(join(tmpdir(), 'toolscout-package-'));
// npm puts the project's own binaries first; a stranger has none of them.
const env = {
  ...process.env,
  PATH: process.env.PATH.split(delimiter)
    .filter((part) => !part.includes('node_modules'))
    .join(delimiter),
};
for (const key of Object.keys(env)) if (/^npm_(?!config_)/.test(key)) delete env[key];
const run = (command, args, options = {}) =>
  execFileSync(command, args, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], ...options });

try {
  const version = run('node', ['--version']).trim();
  console.log(`packing, and installing on Node ${version}`);
  const [{ filename, files, size }] = JSON.parse(
    run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: ROOT }),
  );
  const stray = files
    .map((file) => file.path)
    .filter(
      (path) =>
        !/^(dist\/|models\/|packs\/|package\.json$|README\.md$|LICENSE$|CHANGELOG\.md$|THIRD-PARTY-NOTICES\.txt$)/.test(
          path,
        ),
    );
  assert.deepEqual(stray, [], 'files in the tarball that nobody asked for');
  const hasPage = files.some(({ path }) => path === 'dist/dashboard/index.html');
  assert.ok(hasPage, 'the dashboard is not in the tarball');

  // Bytes depend on what is packed and on nothing else.
  const again = join(folder, 'again');
  mkdirSync(again);
  run('npm', ['pack', '--silent', '--pack-destination', again], { cwd: ROOT });
  const digest = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');
  assert.equal(digest(join(again, filename)), digest(join(folder, filename)), 'packed twice, different bytes');
  assert.ok(size <= MAX_MEGABYTES * 1e6, `${size} bytes packed`);
  const slim = run('node', [join(ROOT, 'test/package/pack-without-deep.mjs'), again], { cwd: ROOT }).trim();
  const slimSize = statSync(slim).size;
  assert.ok(slimSize <= MAX_MEGABYTES_WITHOUT_DEEP * 1e6, `${slimSize} bytes packed without the deep model`);

  const project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{"name":"stranger","version":"1.0.0","type":"module"}');
  run('npm', ['install', '--no-audit', '--no-fund', join(folder, filename)], { cwd: project });
  const bin = join(project, 'node_modules', '.bin', 'toolscout');

  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  assert.equal(run(bin, ['--version']).trim(), manifest.version);

  const catalogue = join(project, 'tools.jsonl');
  writeFileSync(catalogue, '{"id":"a/ping","name":"ping","description":"Check that a host answers","server":"a"}\n');
  const answer = JSON.parse(
    run(bin, ['search', 'does this host answer', '--tools', catalogue, '--json'], { cwd: project }),
  );
  assert.equal(answer.hits[0].id, 'a/ping');

  // The deep model runs on a thread of its own, from an entry of its own.
  env.TOOLSCOUT_CACHE = join(folder, 'cache');
  const deep = JSON.parse(
    run(bin, ['search', 'отвечает ли машина', '--tier', 'deep', '--tools', catalogue, '--json'], { cwd: project }),
  );
  assert.match(deep.tier, /^static-.*\+deep-/, JSON.stringify(deep));
  assert.equal(deep.degraded, false);

  // Without the deep model's file, as in a package that leaves it out: nothing breaks, the table judges alone.
  const installed = join(project, 'node_modules', 'toolscout', 'models');
  renameSync(join(installed, 'deep-45k-384.bin'), join(folder, 'deep-45k-384.bin'));
  const shallow = JSON.parse(
    run(bin, ['search', 'does this host answer', '--tools', catalogue, '--json'], { cwd: project }),
  );
  assert.equal(shallow.hits[0].id, 'a/ping');
  renameSync(join(folder, 'deep-45k-384.bin'), join(installed, 'deep-45k-384.bin'));

  writeFileSync(
    join(project, 'use.js'),
    `import { createCatalog, createMemoryBackend, searchTools } from 'toolscout';
     const catalog = createCatalog([{ source: { kind: 'core', name: 'host' }, definition: { name: 'read_file', description: 'Read a file' } }]);
     const { hits } = await searchTools(createMemoryBackend(catalog), { query: 'read a file' });
     console.log(hits[0].tool.id);`,
  );
  assert.equal(run('node', ['use.js'], { cwd: project }).trim(), 'core:host:read_file');

  writeFileSync(
    join(project, 'adapters.js'),
    `import { createAnthropicTools, createToolAccess } from 'toolscout/anthropic';
     import { createChatTools } from 'toolscout/openai';
     const definition = { name: 'ping', description: 'Check that a host answers' };
     const access = await createToolAccess({
       entries: [{ source: { kind: 'client', name: 'app' }, definition }],
       execute: async () => ({ content: [{ type: 'text', text: 'pong' }] }),
     });
     const { tools } = await createAnthropicTools({ access, discovery: 'all' }).request([]);
     const [answer] = await createChatTools({ access }).answer([{ id: 'c', function: { name: 'ping', arguments: '{}' } }]);
     console.log(tools[0].name, answer.content);`,
  );
  assert.equal(run('node', ['adapters.js'], { cwd: project }).trim(), 'ping pong');

  // Doors of frameworks bring none along, and say which one is missing; the plain loop needs none.
  writeFileSync(
    join(project, 'frameworks.js'),
    `import { createToolAccess, runToolLoop } from 'toolscout/loop';
     const access = await createToolAccess({
       entries: [{ source: { kind: 'client', name: 'app' }, definition: { name: 'ping' } }],
       execute: async () => ({ content: [{ type: 'text', text: 'pong' }] }),
     });
     const complete = async ({ messages: [, , answer] }) => ({
       message: answer === undefined
         ? { role: 'assistant', tool_calls: [{ id: 'c', function: { name: 'ping', arguments: '{}' } }] }
         : { role: 'assistant', content: answer.content },
     });
     const { text } = await runToolLoop({ access, complete, messages: [{ role: 'user', content: 'ping' }] });
     const missing = await Promise.all(['ai-sdk', 'langchain'].map((door) =>
       import('toolscout/' + door).then(() => 'there', ({ message }) => /package '([^']+)'/.exec(message)?.[1])));
     console.log(text, ...missing);`,
  );
  assert.equal(run('node', ['frameworks.js'], { cwd: project }).trim(), 'pong ai @langchain/core');

  // Code mode's process gets its program from an entry of its own, and Node's permission mode has two names.
  writeFileSync(
    join(project, 'snippet.js'),
    `import { createSandbox } from 'toolscout';
     const sandbox = createSandbox();
     const host = { search: async () => [], describe: async () => null, call: async ([, args]) => args.n + 1 };
     const result = await sandbox.run({ code: 'return [await tools.call("a", { n: 1 }), typeof process]', host });
     await sandbox.close();
     console.log(JSON.stringify(result.ok ? result.value : result.error));`,
  );
  assert.equal(run('node', ['snippet.js'], { cwd: project }).trim(), '[2,"undefined"]');

  console.log('demo from the packed binary; its servers come through npx');
  const demo = JSON.parse(run(bin, ['demo', '--json'], { cwd: project, timeout: 300_000 }));
  assert.equal(demo.ok, true, JSON.stringify(demo));
  assert.ok(demo.servers >= 6 && demo.tools >= 100, `${demo.servers} servers, ${demo.tools} tools`);
  assert.equal(demo.tokens.exact, true);
  console.log(
    `ok: ${Math.round(size / 1024)} kB packed (${Math.round(slimSize / 1024)} without the deep model), ${demo.servers} servers, ${demo.tools} tools on Node ${version}`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
