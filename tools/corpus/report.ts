import type { Checked } from './check-payload.js';

export interface Share {
  readonly of: number;
  readonly held: number;
  /** held / of; 1 if `of` is 0 */
  readonly share: number;
}

interface Figures {
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

export interface SystemResult extends Figures {
  readonly system: string;
  readonly plugin_id: string;
}

export interface CorpusResult extends Figures {
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

export function resultOf(checked: readonly Checked[]): CorpusResult {
  const systems = [...Map.groupBy(checked, ({ payload }) => payload.system)].map(([system, of]) => ({
    system,
    plugin_id: of[0]?.payload.plugin_id ?? system,
    ...countsOf(of),
  }));
  const counts = countsOf(checked);
  const misses = checked.flatMap(({ payload, checks }) =>
    checks
      .filter(({ held }) => !held)
      .map(({ what, wanted, got }) => ({ payload: `${payload.system}/${payload.file}`, what, wanted, got })),
  );
  return {
    systems,
    ...counts,
    share: shareOf(checked.flatMap(({ checks }) => checks.map(({ held }) => held))).share,
    misses,
  };
}

function countsOf(checked: readonly Checked[]): Figures {
  const checks = checked.flatMap((one) => one.checks);
  const those = (named: (what: string) => boolean): Share =>
    shareOf(checks.filter(({ what }) => named(what)).map(({ held }) => held));
  return {
    payloads: checked.length,
    parsed: checked.filter(({ parsed }) => parsed).length,
    expectations: checks.length,
    held: checks.filter(({ held }) => held).length,
    recognised: shareOf(checked.flatMap(({ recognised }) => recognised ?? [])),
    event_type: those((what) => what === 'event_type'),
    title: those((what) => what === 'title'),
    same_incident: those((what) => what.startsWith('same incident')),
  };
}

function shareOf(held: readonly boolean[]): Share {
  const right = held.filter(Boolean).length;
  return { of: held.length, held: right, share: held.length === 0 ? 1 : right / held.length };
}

/** Formats the result: a line per system, then every failed check. */
export function printed(result: CorpusResult): string {
  const line = ({ system, plugin_id, ...figures }: SystemResult): string =>
    [system.padEnd(30), plugin_id.padEnd(20), ...columnsOf(figures)].join(' ');
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

function columnsOf({ parsed, payloads, held, expectations, ...shares }: Figures): string[] {
  const { recognised, event_type, title, same_incident } = shares;
  const counted = [recognised, event_type, title, same_incident].map(({ held: right, of }) =>
    of === 0 ? '-' : `${right}/${of}`,
  );
  return [`${parsed}/${payloads}`, ...counted, `${held}/${expectations}`].map((text) => text.padStart(8));
}
