import type { Reporter, TestCase } from 'vitest/node';

/** Tells in the end of tests that passed only at their second attempt: each is a defect, of the test or of what it tests. */
export class SecondAttempts implements Reporter {
  private readonly told: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return;
    this.told.push(`${test.module.relativeModuleId} > ${test.fullName}`);
    for (const { message, stacks = [] } of test.result().errors ?? [])
      this.told.push(`  ${message} (line ${stacks[0]?.line ?? '?'})`);
  }

  onTestRunEnd(): void {
    if (this.told.length > 0) console.log(['Passed at the second attempt only:', ...this.told].join('\n'));
  }
}
