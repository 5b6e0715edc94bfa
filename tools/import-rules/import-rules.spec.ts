import { readdirSync } from 'node:fs';
import { cruise, type ICruiseOptions, type ICruiseResult, type IViolation } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { describe, expect, it } from 'vitest';

const CONFIG = './tools/import-rules/dependency-cruiser.cjs';
const CASES = 'tools/import-rules/cases';

async function violations(folders: string[], changed: ICruiseOptions = {}): Promise<readonly IViolation[]> {
  const options = { ...(await extractDepcruiseOptions(CONFIG)), ...changed };
  const { output } = await cruise(folders, options, undefined, {
    tsConfig: extractTSConfig('tsconfig.json'),
  });
  return (output as ICruiseResult).summary.violations;
}

describe('the import rules', () => {
  it('hold in the project', async () => {
    const broken = await violations(['apps', 'libs', 'tools', 'test']);
    expect(broken.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)).toEqual([]);
  }, 120_000);
});

describe('each import rule', async () => {
  const { ruleSet } = await extractDepcruiseOptions(CONFIG);
  const rules = (ruleSet?.forbidden ?? []).map(({ name }) => name ?? '');
  // Cases may import files of the project, which are not checked as part of a case.
  const broken = await violations([CASES], {
    exclude: { path: '^dist/' },
    doNotFollow: { path: '^(?!tools/)' },
  });
  const cases = readdirSync(CASES);

  it('has a case that violates it', () => {
    expect(rules.filter((rule) => !cases.includes(rule))).toEqual([]);
  });

  it.each(cases)('is the only one that the case %s violates', (name) => {
    const found = broken
      .filter(({ from }) => from.startsWith(`${CASES}/${name}/`))
      .map(({ rule }) => rule.name);
    expect([...new Set(found)]).toEqual([name.split('--')[0]]);
  });
});
