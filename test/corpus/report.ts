import type { CheckedPayload } from './check-payload.js';

export interface Share {
  readonly of: number;
  readonly held: number;
  /** held / of; 1 if `of` is 0 */
  readonly share: number;
}

interface CorpusCounts {
  readonly payloads: number;
  readonly parsed: number;
  readonly expectations: number;
  readonly held: number;
  /** The share of payloads whose sender `auto` recognised. */
  readonly recognised: Share;
  readonly event_type: Share;
  readonly title: Share;
  /** The share of checks that firing and recovery of an incident have the same key. */
  readonly same_incident: Share;
}

export interface SystemResult extends CorpusCounts {
  readonly system: string;
  readonly plugin_id: string;
}

export interface CorpusResult extends CorpusCounts {
  readonly systems: readonly SystemResult[];
  /** held / expectations, 1 for an empty folder */
  readonly share: number;
  readonly misses: readonly {
    readonly payload: string;
    readonly what: string;
    readonly wanted: string;
    readonly got: string;
  }[];
}

export function summarize(checked: readonly CheckedPayload[]): CorpusResult {
  const systems = [...Map.groupBy(checked, ({ payload }) => payload.system)].map(([system, of]) => ({
    system,
    plugin_id: of[0]?.payload.plugin_id ?? system,
    ...countChecks(of),
  }));
  const counts = countChecks(checked);
  const misses = checked.flatMap(({ payload, checks }) =>
    checks
      .filter(({ held }) => !held)
      .map(({ what, wanted, got }) => ({ payload: `${payload.system}/${payload.file}`, what, wanted, got })),
  );
  return {
    systems,
    ...counts,
    share: computeShare(checked.flatMap(({ checks }) => checks.map(({ held }) => held))).share,
    misses,
  };
}

function countChecks(checked: readonly CheckedPayload[]): CorpusCounts {
  const checks = checked.flatMap((one) => one.checks);
  const countWhere = (matches: (what: string) => boolean): Share =>
    computeShare(checks.filter(({ what }) => matches(what)).map(({ held }) => held));
  return {
    payloads: checked.length,
    parsed: checked.filter(({ parsed }) => parsed).length,
    expectations: checks.length,
    held: checks.filter(({ held }) => held).length,
    recognised: computeShare(checked.flatMap(({ recognised }) => recognised ?? [])),
    event_type: countWhere((what) => what === 'event_type'),
    title: countWhere((what) => what === 'title'),
    same_incident: countWhere((what) => what.startsWith('same incident')),
  };
}

function computeShare(held: readonly boolean[]): Share {
  const heldCount = held.filter(Boolean).length;
  return { of: held.length, held: heldCount, share: held.length === 0 ? 1 : heldCount / held.length };
}

/** Formats the result: a line per system, then every failed check. */
export function formatResult(result: CorpusResult): string {
  const line = ({ system, plugin_id, ...totals }: SystemResult): string =>
    [system.padEnd(30), plugin_id.padEnd(20), ...formatColumns(totals)].join(' ');
  const misses = result.misses.flatMap(({ payload, what, wanted, got }) => [
    `${payload}: ${what}`,
    `  wanted  ${oneLine(wanted)}`,
    `  got     ${oneLine(got)}`,
  ]);
  return [
    ['system'.padEnd(30), 'plugin'.padEnd(20), ...HEADINGS].join(' '),
    ...result.systems.map(line),
    '',
    ...misses,
    `${result.parsed} of ${result.payloads} payloads parsed, ${result.held} of ${result.expectations} expectations held (${(result.share * 100).toFixed(1)} %)`,
  ].join('\n');
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

const HEADINGS = ['parsed', 'sender', 'type', 'title', 'key', 'all'].map((name) => name.padStart(8));

function formatColumns({ parsed, payloads, held, expectations, ...shares }: CorpusCounts): string[] {
  const { recognised, event_type, title, same_incident } = shares;
  const counted = [recognised, event_type, title, same_incident].map(({ held: right, of }) =>
    of === 0 ? '-' : `${right}/${of}`,
  );
  return [`${parsed}/${payloads}`, ...counted, `${held}/${expectations}`].map((text) => text.padStart(8));
}
