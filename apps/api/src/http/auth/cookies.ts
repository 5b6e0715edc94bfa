import { Inject, Injectable } from '@nestjs/common';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Injection token: whether all browsers use HTTPS, even if a proxy does not report it. */
export const SECURE_COOKIES = Symbol('secure cookies');

type Request = Pick<FastifyRequest, 'headers' | 'protocol'>;

/** The names of a cookie without and with HTTPS. With HTTPS it has the prefix `__Host-`: no other host can set it. */
interface CookieNames {
  readonly plain: string;
  readonly secure: string;
}

/**
 * Sets and reads cookies that scripts cannot access (HttpOnly). Of a request over HTTPS only the secure name is read: the plain one may be of
 * another host, which could sign its visitor in to the attacker's account.
 */
@Injectable()
export class Cookies {
  constructor(@Inject(SECURE_COOKIES) private readonly isAlwaysSecure: boolean) {}

  set(request: Request, reply: FastifyReply, names: CookieNames, value: string, expires: Date): void {
    const cookie = stringifySetCookie({
      ...{ name: this.selectName(request, names), value, expires, path: '/' },
      ...{ httpOnly: true, secure: this.isSecure(request), sameSite: 'strict' },
    });
    void reply.header('set-cookie', cookie);
  }

  remove(request: Request, reply: FastifyReply, names: CookieNames): void {
    this.set(request, reply, names, '', new Date(0));
  }

  read(request: Request, names: CookieNames): string | undefined {
    const { cookie } = request.headers;
    return cookie === undefined ? undefined : parseCookie(cookie)[this.selectName(request, names)];
  }

  private selectName(request: Request, { plain, secure }: CookieNames): string {
    return this.isSecure(request) ? secure : plain;
  }

  /** `protocol` is the X-Forwarded-Proto of a trusted proxy (`TRUST_PROXY`), else that of the connection. */
  private isSecure({ protocol }: Request): boolean {
    return this.isAlwaysSecure || protocol === 'https';
  }
}
