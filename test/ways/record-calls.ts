import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Inspector } from './inspector.js';

/** The sources that count. Plugins are a library of many small rooms, of which each alarm enters one. */
const COUNTED = /^(?:apps|libs|tools)\/(?!senders\/)/;

interface CalledFunction {
  readonly file: string;
  readonly lines: number;
  readonly count: number;
}

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly {
        readonly startOffset: number;
        readonly endOffset: number;
        readonly count: number;
      }[];
    }[];
  }[];
}

/** Returns the functions of this project that a process calls during `work`, by place and name. */
export async function recordCalls(
  pid: number,
  work: () => Promise<unknown>,
): Promise<ReadonlyMap<string, CalledFunction>> {
  const inspector = await Inspector.connect(pid);
  await inspector.send('Profiler.enable');
  await inspector.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await inspector.send('Profiler.takePreciseCoverage');
  await work();
  const { result } = await inspector.send<Coverage>('Profiler.takePreciseCoverage');
  await inspector.send('Profiler.stopPreciseCoverage');
  await inspector.close();
  const called = new Map<string, CalledFunction>();
  for (const { url, functions } of result) {
    const bundle =
      url.startsWith('file:') && url.includes('/dist/') ? Bundle.load(fileURLToPath(url)) : undefined;
    if (bundle === undefined) continue;
    for (const { functionName, ranges } of functions) {
      const [range] = ranges;
      if (range === undefined || range.count === 0) continue;
      const start = bundle.findSource(range.startOffset);
      const end = bundle.findSource(range.endOffset - 1);
      const isModule = start?.line === 1 && functionName === '';
      if (start === undefined || isModule || !COUNTED.test(start.file)) continue;
      const lines = end?.file === start.file ? Math.max(1, end.line - start.line + 1) : 1;
      const key = `${start.file}:${start.line}:${functionName}`;
      called.set(key, { file: start.file, lines, count: range.count });
    }
  }
  return called;
}

/** A built file with its source map. */
class Bundle {
  private static readonly loaded = new Map<string, Bundle | undefined>();
  private readonly lineStarts = [0];
  private readonly map: SourceMap;

  private constructor(private readonly file: string) {
    const text = readFileSync(file, 'utf8');
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.lineStarts.push(at + 1);
    this.map = new SourceMap(
      JSON.parse(readFileSync(`${file}.map`, 'utf8')) as ConstructorParameters<typeof SourceMap>[0],
    );
  }

  static load(file: string): Bundle | undefined {
    if (!this.loaded.has(file))
      this.loaded.set(file, existsSync(`${file}.map`) ? new Bundle(file) : undefined);
    return this.loaded.get(file);
  }

  findSource(offset: number): { readonly file: string; readonly line: number } | undefined {
    const next = this.lineStarts.findIndex((start) => start > offset);
    const line = (next === -1 ? this.lineStarts.length : next) - 1;
    const entry = this.map.findEntry(line, offset - (this.lineStarts[line] ?? 0));
    if (!('originalSource' in entry)) return undefined;
    const file = relative(process.cwd(), resolve(dirname(this.file), entry.originalSource));
    return { file, line: entry.originalLine + 1 };
  }
}
