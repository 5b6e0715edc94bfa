import type { Checked } from './check-payload.js';

export interface SystemResult {
  readonly system: string;
  readonly plugin_id: string;
  readonly payloads: number;
  readonly parsed: number;
  readonly expectations: number;
  readonly held: number;
}

export interface CorpusResult {
  readonly systems: readonly SystemResult[];
  readonly payloads: number;
  readonly parsed: number;
  readonly expectations: number;
  readonly held: number;
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
    share: counts.expectations === 0 ? 1 : counts.held / counts.expectations,
    misses,
  };
}

function countsOf(checked: readonly Checked[]): Omit<SystemResult, 'system' | 'plugin_id'> {
  const checks = checked.flatMap((one) => one.checks);
  return {
    payloads: checked.length,
    parsed: checked.filter(({ parsed }) => parsed).length,
    expectations: checks.length,
    held: checks.filter(({ held }) => held).length,
  };
}

/** The result for people: a line per system, then every miss side by side. */
export function printed(result: CorpusResult): string {
  const line = ({ system, plugin_id, parsed, payloads, held, expectations }: SystemResult): string =>
    [
      system.padEnd(30),
      plugin_id.padEnd(20),
      `${parsed}/${payloads}`.padStart(7),
      `${held}/${expectations}`.padStart(9),
    ].join(' ');
  const misses = result.misses.flatMap(({ payload, what, wanted, got }) => [
    `${payload}: ${what}`,
    `  wanted  ${oneLine(wanted)}`,
    `  got     ${oneLine(got)}`,
  ]);
  return [
    `${'system'.padEnd(30)} ${'plugin'.padEnd(20)} ${'parsed'.padStart(7)} ${'held'.padStart(9)}`,
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
