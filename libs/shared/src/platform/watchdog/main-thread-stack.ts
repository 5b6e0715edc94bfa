import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { Session } from 'node:inspector';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAX_FRAMES = 15;

/** Returns the stack of the main thread. It is empty if the thread runs native code, which the debugger of V8 cannot stop. */
export function captureMainThreadStack(timeoutMs: number): Promise<readonly string[]> {
  return new Promise((resolve) => {
    setTimeout(() => resolve([]), timeoutMs);
    const session = new Session();
    session.connectToMainThread();
    const urls = new Map<string, string>();
    session.on('Debugger.scriptParsed', ({ params }) => urls.set(params.scriptId, params.url));
    session.once('Debugger.paused', ({ params }) =>
      resolve(
        params.callFrames.slice(0, MAX_FRAMES).map(({ functionName, location }) => {
          const { scriptId, lineNumber, columnNumber = 0 } = location;
          const place = resolveLocation(urls.get(scriptId) ?? '', lineNumber, columnNumber);
          return `${functionName || '(anonymous)'} (${place})`;
        }),
      ),
    );
    session.post('Debugger.enable');
    session.post('Debugger.pause');
  });
}

/** Returns a place in the sources, if there is a source map. */
function resolveLocation(url: string, line: number, column: number): string {
  if (!url.startsWith('file:')) return `${url}:${line + 1}`;
  const path = fileURLToPath(url);
  try {
    const map = new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')) as SourceMapPayload);
    const entry = map.findEntry(line, column);
    if ('originalSource' in entry) return `${entry.originalSource}:${entry.originalLine + 1}`;
  } catch {
    // Packages have no source maps.
  }
  return `${relative(process.cwd(), path)}:${line + 1}`;
}
