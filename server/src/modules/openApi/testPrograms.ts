// What tests of programs share: applications with secrets, signs and tokens.
import { createHmac } from 'node:crypto';
import { applications, newApplicationSecret, openToken } from '@tradehouse/contract';
import type { InputOf } from '@tradehouse/contract';
import type { As, TestServer } from '../../testing.ts';

export interface Credentials {
  readonly appId: string;
  readonly secret: string;
}

let clock = 0;
/** A moment that no other sign of the file takes. */
const moment = (): number => Date.now() + (clock += 1);

export const signed = ({ appId, secret }: Credentials, timestamp = moment()) => ({
  app_id: appId,
  timestamp,
  sign: createHmac('sha256', secret).update(`${appId}${timestamp}`).digest('hex'),
});

let made = 0;

export const programsOf = (server: () => TestServer) => ({
  /** An application of the owner's with a secret. */
  async anApplication(more: Partial<InputOf<typeof applications.add>> = {}, as?: As) {
    made += 1;
    const { id } = await server().call(
      applications.add,
      {
        name: `Shop ${made}`,
        userId: server().company.ownerId,
        scopes: ['products:read'],
        validMinutes: 120,
        addresses: [],
        ...more,
      },
      as,
    );
    return { id, ...(await server().call(newApplicationSecret, { id }, as)) };
  },
  tokenOf: async (app: Credentials): Promise<string> =>
    (await server().call(openToken, signed(app), '')).access_token,
});
