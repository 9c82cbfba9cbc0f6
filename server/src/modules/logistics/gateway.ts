import { AmountString, CarrierServiceChoice, Instant } from '@tradehouse/contract';
import { carrierText, eventStates, keysOf, labelTypes, normalTracking } from '@tradehouse/domain';
import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { fetchText, signedHeaders, webAddress } from '../../kernel/http/index.ts';
import type { EgressLimits } from '../../kernel/http/index.ts';
import type { CarrierConnection } from './carrier.ts';
import { withoutAnswer } from './carrierApi.ts';
import type { CarrierAnswer, CarrierApi } from './carrierApi.ts';
import { labelFilesFrom } from './labelFile.ts';

const Currency = Type.String({ pattern: '^[A-Z]{3}$' });
const Days = Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 365 }), Type.Null()]));
const Money = Type.Object({ amount: AmountString, currency: Currency });

const RateReply = Type.Object({
  rates: Type.Array(
    Type.Object({
      service: CarrierServiceChoice,
      currency: Currency,
      amount: AmountString,
      days: Days,
    }),
    { maxItems: 20 },
  ),
});
const LabelReply = Type.Object({
  label: Type.Object({
    tracking: Type.String({ minLength: 1, maxLength: 40 }),
    freight: Type.Optional(Type.Union([Money, Type.Null()])),
    files: Type.Array(
      Type.Object({
        type: Type.Union(keysOf(labelTypes).map((type) => Type.Literal(type))),
        content: Type.String(),
      }),
      { minItems: 1, maxItems: 20 },
    ),
  }),
});
const VoidReply = Type.Object({ void: Type.Literal(true) });
const TrackReply = Type.Object({
  events: Type.Array(
    Type.Object({
      time: Instant,
      state: Type.Union(eventStates.map((state) => Type.Literal(state))),
      place: Type.Optional(Type.String({ maxLength: 100 })),
      description: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    { maxItems: 200 },
  ),
});
const PingReply = Type.Object({ ok: Type.Literal(true) });
const Refusal = Type.Object({ refused: Type.String() });

/** Labels take longer than rates, and hold files. */
export const LABEL_LIMITS = { timeout: 20_000, most: 8 * 1024 * 1024 };

/** API of a gateway with the protocol of the product (decisions 0057 and 0086). */
export function gatewayApi(limits: EgressLimits, carrier: CarrierConnection): CarrierApi {
  const { accountNumber } = carrier;
  const account = accountNumber === '' ? {} : { account: accountNumber };
  const ask = <S extends TSchema>(
    question: { readonly action: string } & Readonly<Record<string, unknown>>,
    schema: S,
    more: Pick<EgressLimits, 'timeout' | 'most'> = {},
  ): Promise<CarrierAnswer<Static<S>>> =>
    askGateway({ ...limits, ...more }, carrier, { ...question, ...account }, schema);
  return {
    ping: async () => mapAnswer(await ask({ action: 'ping' }, PingReply), () => true as const),
    rate: async (question) =>
      mapAnswer(await ask({ action: 'rate', ...question }, RateReply), ({ rates }) => rates),
    label: async (question) => {
      const types = keysOf(labelTypes);
      const reply = await ask({ action: 'label', ...question, types }, LabelReply, LABEL_LIMITS);
      if (reply.result !== 'ok') return reply;
      const { tracking, freight = null, files } = reply.value.label;
      if (normalTracking(tracking) === '') return withoutAnswer('blank tracking number');
      const read = labelFilesFrom(files);
      if (read === null) return withoutAnswer('unreadable label file');
      return { result: 'ok', value: { tracking, freight, files: read } };
    },
    void: async ({ request, tracking }) =>
      mapAnswer(await ask({ action: 'void', request, tracking }, VoidReply), () => true as const),
    track: async (tracking) => {
      const reply = await ask({ action: 'track', tracking }, TrackReply);
      if (reply.result !== 'ok') return reply;
      const events = reply.value.events.map(({ place = '', description = '', ...event }) => ({
        ...event,
        place: carrierText(place),
        description: carrierText(description),
      }));
      return events.some(isFuture)
        ? withoutAnswer('event in the future')
        : { result: 'ok', value: events };
    },
  };
}

/** Clocks of carriers may run ahead by a minute. */
export const isFuture = ({ time }: { readonly time: string }): boolean =>
  new Date(time).getTime() > Date.now() + 60_000;

export const mapAnswer = <T, U>(
  answer: CarrierAnswer<T>,
  read: (value: T) => U,
): CarrierAnswer<U> =>
  answer.result === 'ok' ? { result: 'ok', value: read(answer.value) } : answer;

/** Sends a signed JSON request, and checks the answer. */
async function askGateway<S extends TSchema>(
  limits: EgressLimits,
  { clientUrl, clientId, secret }: CarrierConnection,
  question: Readonly<Record<string, unknown>>,
  schema: S,
): Promise<CarrierAnswer<Static<S>>> {
  const url = webAddress(clientUrl);
  if (url === null) return withoutAnswer();
  const body = JSON.stringify(question);
  const headers = { ...signedHeaders(secret, body), 'x-client-id': clientId };
  const answer = await fetchText(url, url, limits, { body, headers });
  if (answer === null) return withoutAnswer();
  const reply = parsedJson(answer);
  if (Value.Check(Refusal, reply)) return { result: 'refused', text: carrierText(reply.refused) };
  return Value.Check(schema, reply)
    ? { result: 'ok', value: reply }
    : withoutAnswer('unreadable answer');
}

/** Parses JSON; null if invalid. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
