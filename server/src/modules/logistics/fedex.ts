import { carrierText, fedexServices, toStreetLines } from '@tradehouse/domain';
import { randomUUID } from 'node:crypto';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { exchangeText } from '../../kernel/http/index.ts';
import type { EgressLimits } from '../../kernel/http/index.ts';
import type { CarrierConnection } from './carrier.ts';
import { withoutAnswer } from './carrierApi.ts';
import type {
  CarrierAnswer,
  CarrierApi,
  CarrierPlace,
  LabelQuestion,
  VoidQuestion,
} from './carrierApi.ts';
import { failedFedexAnswer, fedexErrorText, fedexUrls } from './fedexAnswer.ts';
import {
  FedexCancelReply,
  FedexLabelReply,
  FedexRateReply,
  FedexTrackReply,
  fedexEvents,
  fedexFound,
  fedexLabel,
  fedexQuotes,
} from './fedexReply.ts';
import {
  fedexCancelBody,
  fedexLabelBody,
  fedexRateBody,
  fedexReference,
  fedexReferenceBody,
  fedexTrackBody,
} from './fedexRequest.ts';
import { fedexToken, requestFedexToken } from './fedexToken.ts';
import { LABEL_LIMITS, isFuture, mapAnswer, parsedJson } from './gateway.ts';

/** Milliseconds of all requests of a call: below the minute in which a call blocks its shipment. */
const WHOLE_CALL = 50_000;
/** Bytes of tracks at most: FedEx repeats the shipment with every answer. */
const TRACK_LIMITS = { most: 1024 * 1024 };

type CallLimits = Pick<EgressLimits, 'timeout' | 'most'>;
interface FedexRequest<S extends TSchema> {
  readonly method?: 'POST' | 'PUT';
  readonly path: string;
  readonly body: object;
  readonly reply: S;
  /** Id of the transaction in the records of FedEx. */
  readonly request?: string;
  readonly limits?: CallLimits;
}
type FedexSend = <S extends TSchema>(request: FedexRequest<S>) => Promise<CarrierAnswer<Static<S>>>;

/**
 * API of FedEx (decision 0097). FedEx does not repeat a label by a request id. After a lost answer, the label
 * is therefore sought by its reference and cancelled, and the next label has a new request id.
 */
export function fedexApi(limits: EgressLimits, carrier: CarrierConnection): CarrierApi {
  const { accountNumber } = carrier;
  const end = performance.now() + WHOLE_CALL;
  const limitsNow = (more: CallLimits = {}): EgressLimits => {
    const { timeout = 10_000 } = { ...limits, ...more };
    const left = Math.max(1, Math.round(end - performance.now()));
    return { ...limits, ...more, timeout: Math.min(timeout, left) };
  };
  const send: FedexSend = (request) => sendFedexRequest(limitsNow, carrier, request);
  return {
    ping: async () => mapAnswer(await requestFedexToken(limitsNow(), carrier), () => true as const),
    rate: async (question) => {
      const { from, to, services } = question;
      const service = services.find((each) => fedexServices[each] !== undefined);
      if (service === undefined) return { result: 'ok', value: [] };
      const missing = missingWhileRating(from, to);
      if (from === null || missing !== null)
        return { result: 'refused', text: `${missing ?? 'shipper'} is missing` };
      const body = fedexRateBody(accountNumber, service, from, question);
      const path = '/rate/v1/rates/quotes';
      const answer = await send({ path, body, reply: FedexRateReply, limits: TRACK_LIMITS });
      return mapAnswer(answer, (reply) => fedexQuotes(reply, service));
    },
    label: async (question) => {
      if (question.repeated) return closeEarlierLabel(send, accountNumber, question);
      const body = fedexLabelBody(accountNumber, question);
      const path = '/ship/v1/shipments';
      const reply = FedexLabelReply;
      const { request } = question;
      const answer = await send({ path, body, reply, request, limits: LABEL_LIMITS });
      if (answer.result !== 'ok') return answer;
      const label = fedexLabel(answer.value);
      return typeof label === 'string' ? withoutAnswer(label) : { result: 'ok', value: label };
    },
    void: async (question) =>
      question.tracking === ''
        ? mapAnswer(await cancelByReference(send, accountNumber, question), () => true as const)
        : cancelShipment(send, accountNumber, question),
    track: async (tracking) => {
      const path = '/track/v1/trackingnumbers';
      const body = fedexTrackBody(tracking);
      const answer = await send({ path, body, reply: FedexTrackReply, limits: TRACK_LIMITS });
      if (answer.result !== 'ok') return answer;
      const events = fedexEvents(answer.value.output);
      if ('code' in events)
        return { result: 'refused', text: carrierText(fedexErrorText([events])) };
      return events.some(isFuture)
        ? withoutAnswer('event in the future')
        : { result: 'ok', value: events };
    },
  };
}

/** Names the part of an address that FedEx needs for a rate; null: none. */
function missingWhileRating(from: CarrierPlace | null, to: CarrierPlace): string | null {
  for (const [end, place] of [['shipper', from] as const, ['recipient', to] as const]) {
    if (place === null) return end;
    if (place.country === '') return `${end} countryCode`;
    if (place.postcode.trim() === '') return `${end} postalCode`;
    if (place.address !== '' && toStreetLines(place.address) === null) return `${end} streetLines`;
  }
  return null;
}

/** Sends a request with a token, and once more with a new token if FedEx does not accept the first. */
async function sendFedexRequest<S extends TSchema>(
  limitsNow: (more?: CallLimits) => EgressLimits,
  carrier: CarrierConnection,
  { method = 'POST', path, body, reply, request = randomUUID(), limits }: FedexRequest<S>,
): Promise<CarrierAnswer<Static<S>>> {
  const urls = fedexUrls(carrier, path);
  if (urls === null) return withoutAnswer('', { unsent: true });
  let refused: string | undefined;
  for (;;) {
    const token = await fedexToken(limitsNow(), carrier, refused);
    if (token.result !== 'ok')
      return token.result === 'refused' ? token : { ...token, unsent: true };
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${token.value}`,
      'x-customer-transaction-id': request,
      'x-locale': 'en_US',
    };
    const posted = { method, body: JSON.stringify(body), headers };
    const answer = await exchangeText(...urls, limitsNow(limits), posted);
    if (answer?.status === 401 && refused === undefined) {
      refused = token.value;
      continue;
    }
    if (answer === null || answer.status < 200 || answer.status > 299)
      return failedFedexAnswer(answer, [carrier.secret, token.value]);
    const read = parsedJson(answer.text);
    return Value.Check(reply, read)
      ? { result: 'ok', value: read }
      : withoutAnswer('unreadable answer');
  }
}

async function cancelShipment(
  send: FedexSend,
  accountNumber: string,
  { request, tracking }: VoidQuestion,
): Promise<CarrierAnswer<true>> {
  const answer = await send({
    method: 'PUT',
    path: '/ship/v1/shipments/cancel',
    body: fedexCancelBody(accountNumber, tracking),
    reply: FedexCancelReply,
    request,
  });
  if (answer.result !== 'ok') return answer;
  const { cancelledShipment, message = '' } = answer.value.output;
  return cancelledShipment
    ? { result: 'ok', value: true }
    : { result: 'refused', text: carrierText(message === '' ? 'not cancelled' : message) };
}

/**
 * Ends a request whose answer was lost. Shipping again under the same reference could leave a second label
 * unnoticed: the reference would then find the cancelled label.
 */
async function closeEarlierLabel(
  send: FedexSend,
  accountNumber: string,
  question: LabelQuestion,
): Promise<CarrierAnswer<never>> {
  const earlier = await cancelByReference(send, accountNumber, question);
  if (earlier.result === 'ok')
    return { result: 'refused', text: `cancelled ${earlier.value}`, voided: earlier.value };
  return withoutAnswer(earlier.text, { reference: fedexReference(question) });
}

/**
 * Cancels the shipment with the reference of a request, and returns its number. FedEx shows shipments by
 * reference some time after their label, so an unknown reference proves nothing.
 */
async function cancelByReference(
  send: FedexSend,
  accountNumber: string,
  question: Pick<VoidQuestion, 'number' | 'request' | 'shipDate'>,
): Promise<CarrierAnswer<string>> {
  const reference = fedexReference(question);
  const answer = await send({
    path: '/track/v1/referencenumbers',
    body: fedexReferenceBody(accountNumber, question),
    reply: FedexTrackReply,
    limits: TRACK_LIMITS,
  });
  if (answer.result === 'refused') return withoutAnswer(answer.text, { reference });
  if (answer.result !== 'ok') return answer;
  const { known, live } = fedexFound(answer.value.output);
  const [tracking = ''] = known;
  if (tracking === '')
    return withoutAnswer(`no shipment with reference ${reference}`, { reference });
  const [standing] = live;
  if (standing === undefined) return { result: 'ok', value: tracking };
  const cancelled = await cancelShipment(send, accountNumber, { ...question, tracking: standing });
  return mapAnswer(cancelled, () => standing);
}
