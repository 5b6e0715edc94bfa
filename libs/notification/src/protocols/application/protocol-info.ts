import type { Protocol } from '../protocol.js';

export interface ProtocolInfo {
  readonly protocol_id: string;
  readonly name: string;
  readonly description: string;
  readonly options_schema: Readonly<Record<string, unknown>>;
  /** Whether requests carry a signature. */
  readonly signed: boolean;
}

export const PROTOCOL_FIELDS = [
  'protocol_id',
  'name',
  'description',
  'options_schema',
  'signed',
] as const satisfies readonly (keyof ProtocolInfo)[];

export function toProtocolInfo(protocol: Protocol): ProtocolInfo {
  const { protocol_id, name, description, optionsSchema: options_schema, isSigned: signed } = protocol;
  return { protocol_id, name, description, options_schema, signed };
}
