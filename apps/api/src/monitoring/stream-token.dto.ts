import { InDomain } from '../http/auth/in-domain.dto.js';
import { DateField, TextField } from '../http/body/fields.js';

export class StreamTokenRequest extends InDomain {}

export class StreamTokenInfo {
  @TextField({ description: 'A secret: for the query parameter `token` of a stream.' })
  token!: string;

  @DateField({ description: 'Until then it opens streams.' })
  expires_at!: string;
}
