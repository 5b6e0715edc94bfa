import type { Reporter, TestCase } from 'vitest/node';

/** Lists tests that passed only on retry at the end of the run. Each indicates a defect, of the test or of the code. */
export class FlakyTestReporter implements Reporter {
  private readonly lines: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return;
    this.lines.push(`${test.module.relativeModuleId} > ${test.fullName}`);
    for (const { message, stacks = [] } of test.result().errors ?? [])
      this.lines.push(`  ${message} (line ${stacks[0]?.line ?? '?'})`);
  }

  onTestRunEnd(): void {
    if (this.lines.length > 0) console.log(['Passed at the second attempt only:', ...this.lines].join('\n'));
  }
}
