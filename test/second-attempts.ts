import type { Reporter, TestCase } from 'vitest/node';

/** Tells in the end of tests that passed only at their second attempt: each is a defect, of the test or of what it tests. */
export class SecondAttempts implements Reporter {
  private readonly names: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.names.push(`${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestRunEnd(): void {
    for (const name of this.names) console.log(`Passed at the second attempt only: ${name}`);
  }
}
