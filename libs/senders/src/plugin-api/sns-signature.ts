import { verify, type X509Certificate } from 'node:crypto';
import { isObject, type Json } from '#shared/kernel/json.js';

/** The host names of SNS, in all AWS partitions that have public endpoints. */
export const SNS_HOSTS = /^sns\.[a-z]{2}(?:-[a-z]+){1,3}-\d{1,2}\.amazonaws\.com(?:\.cn)?$/;
const CERTIFICATE_PATH = /^\/SimpleNotificationService-[A-Za-z0-9]{1,64}\.pem$/;

const NOTIFICATION_FIELDS = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'];
const CONFIRMATION_FIELDS = [
  'Message',
  'MessageId',
  'SubscribeURL',
  'Timestamp',
  'Token',
  'TopicArn',
  'Type',
];
const DIGEST_ALGORITHMS: Readonly<Record<string, string>> = { '1': 'sha1', '2': 'sha256' };

export interface SnsSignature {
  readonly certificateUrl: string;
  /** Returns whether the signature was made with the certificate's key, and the certificate is valid at `now`. */
  isSignedBy(certificate: X509Certificate, now: Date): boolean;
}

export type SnsSignatureResult =
  | { readonly signature: SnsSignature }
  | { readonly refusal: string; /** There is no signature at all. */ readonly unsigned: boolean };

/** Reads the signature of an SNS message. Rejects certificate URLs that are not on a host of SNS, so that none is requested. */
export function parseSnsSignature(message: Json): SnsSignatureResult {
  const text = createTextReader(message);
  const signature = text('Signature');
  if (signature === undefined)
    return {
      refusal: 'The message carries no signature of SNS (raw message delivery has none)',
      unsigned: true,
    };
  const reject = (refusal: string) => ({ refusal, unsigned: false });
  const digest = DIGEST_ALGORITHMS[text('SignatureVersion') ?? ''];
  if (digest === undefined) return reject('SignatureVersion must be 1 or 2');
  const certificateUrl = text('SigningCertURL') ?? text('SigningCertUrl') ?? '';
  if (!isCertificateUrl(certificateUrl))
    return reject('SigningCertURL is no address of a certificate at sns.<region>.amazonaws.com');
  const signedContent = buildSignedText(text);
  if (signedContent === undefined) return reject('The message lacks a field that its signature is made of');
  const signatureBytes = Buffer.from(signature, 'base64');
  return {
    signature: {
      certificateUrl,
      isSignedBy: (certificate, now) =>
        now >= certificate.validFromDate &&
        now <= certificate.validToDate &&
        certificate.publicKey.asymmetricKeyType === 'rsa' &&
        verify(digest, Buffer.from(signedContent), certificate.publicKey, signatureBytes),
    },
  };
}

type TextReader = (name: string) => string | undefined;

function createTextReader(message: Json): TextReader {
  return (name) => {
    const found = isObject(message) ? message[name] : undefined;
    return typeof found === 'string' ? found : undefined;
  };
}

function isCertificateUrl(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    url.href === text &&
    url.protocol === 'https:' &&
    url.port === '' &&
    url.username + url.password + url.search + url.hash === '' &&
    SNS_HOSTS.test(url.hostname) &&
    CERTIFICATE_PATH.test(url.pathname)
  );
}

/** Builds the text that SNS signs: name and value of each field on a line of their own. Only the subject is optional. */
function buildSignedText(text: TextReader): string | undefined {
  const names = text('Type') === 'Notification' ? NOTIFICATION_FIELDS : CONFIRMATION_FIELDS;
  const lines: string[] = [];
  for (const name of names) {
    const value = text(name);
    if (value !== undefined) lines.push(name, value);
    else if (name !== 'Subject') return undefined;
  }
  return `${lines.join('\n')}\n`;
}
