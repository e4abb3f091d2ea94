import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Hono } from 'hono';
import { findPackageFolder } from '../../backends/index.ts';

/** What the build writes. Nothing else is ever served, whatever a request asks for. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Nothing from elsewhere, nothing inline, no frame around it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

const NOT_BUILT =
  'The dashboard is not part of this installation. In a clone of the repository, run "npm run build"; an installed package has it in dist/dashboard.\n';

export interface DashboardPagesOptions {
  /** Where the built page lies. Default: `dist/dashboard` of this package. */
  readonly folder?: string | undefined;
}

/** The page itself, at `/dashboard`. It holds no data, so that everybody may have it who reaches the gateway. */
export function createDashboardPages({ folder = builtFolder() }: DashboardPagesOptions = {}): Hono {
  const pages = new Hono();
  const file = async (name: string, cache: string): Promise<Response | undefined> => {
    const type = TYPES[extname(name)];
    if (folder === undefined || type === undefined) return undefined;
    try {
      const body = await readFile(join(folder, name));
      return new Response(body, { headers: { ...HEADERS, 'content-type': type, 'cache-control': cache } });
    } catch {
      return undefined;
    }
  };
  const index = async (): Promise<Response> =>
    (await file('index.html', 'no-cache')) ??
    new Response(NOT_BUILT, { status: 404, headers: { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' } });
  pages.get('/', index);
  pages.get('/index.html', index);
  // One name without a slash or a leading dot: no request can point out of the folder. The names carry hashes.
  pages.get('/assets/:name{[\\w-][\\w.-]*}', async (context) => {
    const found = await file(join('assets', context.req.param('name')), 'public, max-age=31536000, immutable');
    return found ?? context.text('There is no such file.', 404);
  });
  return pages;
}

function builtFolder(): string | undefined {
  try {
    return join(findPackageFolder().path, 'dist', 'dashboard');
  } catch {
    return undefined;
  }
}
