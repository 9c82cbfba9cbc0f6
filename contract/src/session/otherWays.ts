import { UNSEEN } from '@tradehouse/domain';
import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Optional } from '../field.ts';
import { Closed } from '../resource.ts';
import { PasswordHash, SessionUser } from './endpoints.ts';

/** Signs in with the ticket a CAS server gave for `service`, which is this product's own address as configured. */
export const validateCasTicket = endpoint({
  call: 'GET /cas/client/validateLogin',
  summary: 'Sign in with a CAS ticket',
  access: 'public',
  input: Closed({
    ticket: Type.String({ pattern: '^[!-~]{1,512}$' }),
    service: Type.String({ minLength: 1, maxLength: 500 }),
  }),
  reply: Closed({ token: Type.String(), userInfo: SessionUser }),
});

/** Makes a company and its owner, where the platform lets people register. The owner then signs in. */
export const registerCompany = endpoint({
  call: 'POST /user/registerUser',
  summary: 'Register a company',
  access: 'public',
  input: Closed({
    loginName: Type.String({ pattern: '^[\\p{L}\\p{N}._@-]{2,30}$' }),
    password: PasswordHash,
    companyName: Type.String({
      pattern: `^[^\\s\\p{C}${UNSEEN}]([^\\p{C}\\p{Zl}\\p{Zp}${UNSEEN}]{0,58}[^\\s\\p{C}${UNSEEN}])$`,
    }),
    /** It may be filled with samples. */
    samples: Optional(Type.Boolean()),
  }),
  reply: Closed({ loginName: Type.String() }),
});
