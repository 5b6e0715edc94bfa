import { DomainError } from '#shared/kernel/domain-error.js';
import type { Protocol } from '../../protocols/protocol.js';
import type { Templates } from '../../protocols/templates.js';

/** Returns a valid template; `undefined` leaves the stored one unchanged. @throws ERROR_INVALID_PARAMETER */
export async function resolveTemplate(
  given: string | null | undefined,
  { protocol_id, takesTemplate = false }: Pick<Protocol, 'protocol_id' | 'takesTemplate'>,
  templates: Templates,
  domain_id: string,
): Promise<string | null | undefined> {
  if (given === undefined || given === null) return given;
  if (!takesTemplate) {
    const remedy = 'leave it out, or use another protocol such as webhook';
    throw DomainError.invalid(
      'template',
      `is not supported by ${protocol_id}, whose messages have a fixed form: ${remedy}`,
    );
  }
  await templates.check(given, domain_id);
  return given;
}
