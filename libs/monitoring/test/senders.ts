import { createSign, X509Certificate } from 'node:crypto';
import { generate } from 'selfsigned';
import {
  Confirmations,
  type ConfirmationRequest,
  type DueConfirmation,
} from '../src/processing/application/ports/confirmations.js';
import {
  CallRefusedError,
  SnsClient,
  SenderVerification,
} from '../src/processing/application/sender-verification.js';
import type { PluginRegistry } from '#senders/registry.js';
import { FixedClock } from './webhooks.js';

export const CERTIFICATE_URL =
  'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-f3ecfb7224c7233fe7bb5f59f96de52f.pem';
export const SUBSCRIBE_URL =
  'https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=arn:aws:sns:us-east-1:1:alarms&Token=2336412f37';

/** Hosts of senders with given content. All other URLs answer 404. */
export class FakeSenderCalls extends SnsClient {
  readonly called: string[] = [];
  readonly certificates = new Map<string, X509Certificate>();
  /** If set, every call throws it. */
  failure: Error | undefined;

  async fetchCertificate(url: string): Promise<X509Certificate> {
    if (this.failure) throw this.failure;
    const found = this.certificates.get(url);
    if (found === undefined) throw new CallRefusedError("the sender's host answered 404");
    return found;
  }

  async get(url: string): Promise<void> {
    if (this.failure) throw this.failure;
    this.called.push(url);
  }
}

export class NoConfirmations extends Confirmations {
  async enqueue(_webhook: unknown, { url }: ConfirmationRequest): Promise<void> {
    throw new Error(`nothing asks for ${url} here`);
  }

  async claimDue(): Promise<readonly DueConfirmation[]> {
    return [];
  }

  async finish(): Promise<void> {}

  async postpone(): Promise<void> {}
}

export const NO_KEYS = { accessKeyOf: async () => undefined };

/** For webhooks whose senders neither ask for confirmations nor sign deliveries. */
export function noSenderChecks(plugins: PluginRegistry): SenderVerification {
  return new SenderVerification(
    plugins,
    new FakeSenderCalls(),
    new NoConfirmations(),
    new FixedClock(),
    NO_KEYS,
  );
}

/** A signer with a certificate like Amazon's, which signs messages like SNS. */
export async function snsSigner() {
  const days = 86_400_000;
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'sns.amazonaws.com' }], {
    keySize: 2048,
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - days),
    notAfterDate: new Date(Date.now() + 30 * days),
  });
  const sign = (fields: Record<string, string>, version: '1' | '2' = '1') => {
    const names =
      fields['Type'] === 'Notification'
        ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
        : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
    const text = names
      .map((name) => (fields[name] === undefined ? '' : `${name}\n${fields[name]}\n`))
      .join('');
    const Signature = createSign(version === '1' ? 'RSA-SHA1' : 'RSA-SHA256')
      .update(text)
      .sign(key, 'base64');
    return { ...fields, SignatureVersion: version, Signature, SigningCertURL: CERTIFICATE_URL };
  };
  return {
    certificate: new X509Certificate(cert),
    notification: (changes: Record<string, string> = {}, version?: '1' | '2') =>
      sign(
        {
          Type: 'Notification',
          MessageId: '22b80b92',
          TopicArn: 'arn:aws:sns:us-east-1:1:alarms',
          Subject: 'Something',
          Message: 'Something happened',
          Timestamp: '2026-11-20T10:00:00.000Z',
          ...changes,
        },
        version,
      ),
    confirmation: (changes: Record<string, string> = {}, version?: '1' | '2') =>
      sign(
        {
          Type: 'SubscriptionConfirmation',
          MessageId: '165545c9',
          Token: '2336412f37',
          TopicArn: 'arn:aws:sns:us-east-1:1:alarms',
          Message: 'You have chosen to subscribe to the topic.',
          SubscribeURL: SUBSCRIBE_URL,
          Timestamp: '2026-11-20T10:00:00.000Z',
          ...changes,
        },
        version,
      ),
  };
}
