import { DomainRequest } from '../http/auth/domain-request.dto.js';
import { DateField, TextField } from '../http/body/fields.js';

export class StreamTokenRequest extends DomainRequest {}

export class StreamTokenInfo {
  @TextField({ description: 'The token, for the query parameter `token` of a stream. It is a secret.' })
  token!: string;

  @DateField({ description: 'When the token expires. Streams that it opened stay open.' })
  expires_at!: string;
}
