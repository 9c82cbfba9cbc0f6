import { UNSEEN } from '@tradehouse/domain';
import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Optional, Text } from '../field.ts';
import { Closed } from '../resource.ts';
import { PasswordHash, SessionUser } from './endpoints.ts';

/** Signs in with a CAS ticket issued for `service`, the configured address of this product. */
export const validateCasTicket = defineEndpoint({
  call: 'GET /cas/client/validateLogin',
  summary: 'Sign in with a CAS ticket',
  access: 'public',
  input: Closed({
    ticket: Type.String({ pattern: '^[!-~]{1,512}$' }),
    service: Type.String({ minLength: 1, maxLength: 500 }),
  }),
  reply: Closed({ token: Type.String(), userInfo: SessionUser }),
});

/** Registers a company and owner, if the platform allows. The owner signs in afterwards. */
export const registerCompany = defineEndpoint({
  call: 'POST /user/registerUser',
  summary: 'Register a company',
  access: 'public',
  input: Closed({
    loginName: Type.String({ pattern: '^[\\p{L}\\p{N}._@-]{2,30}$' }),
    password: PasswordHash,
    companyName: Type.String({
      pattern: `^[^\\s\\p{C}${UNSEEN}]([^\\p{C}\\p{Zl}\\p{Zp}${UNSEEN}]{0,58}[^\\s\\p{C}${UNSEEN}])$`,
    }),
    /** Company may be filled with sample data. */
    samples: Optional(Type.Boolean()),
    /** Browser time zone; becomes the company's if known to the server. */
    timeZone: Optional(Text(60)),
  }),
  reply: Closed({ loginName: Type.String() }),
});
