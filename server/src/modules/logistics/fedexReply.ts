// Replies of FedEx, by the pages named in `fedexRequest.ts`. Replies hold more than is read.
import {
  carrierText,
  daysOfTransit,
  decimal,
  fedexServices,
  normalTracking,
  stateOfFedexScan,
  toPlainDecimal,
} from '@tradehouse/domain';
import type { CarrierService, LabelType } from '@tradehouse/domain';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import type { CarrierEvent, CarrierLabel, CarrierMoney, CarrierQuote } from './carrierApi.ts';
import { FedexError } from './fedexAnswer.ts';
import { labelFilesFrom } from './labelFile.ts';

const Amount = Type.Number({ minimum: 0, maximum: 1e9 });
const Currency = Type.String({ pattern: '^[A-Z]{3}$' });
const FedexCharge = Type.Object({
  rateType: Type.Optional(Type.String()),
  totalNetCharge: Amount,
  currency: Currency,
});
type FedexCharge = Static<typeof FedexCharge>;

export const FedexRateReply = Type.Object({
  output: Type.Object({
    rateReplyDetails: Type.Array(
      Type.Object({
        serviceType: Type.String(),
        ratedShipmentDetails: Type.Array(FedexCharge, { minItems: 1 }),
        operationalDetail: Type.Optional(
          Type.Object({ transitTime: Type.Optional(Type.String()) }),
        ),
      }),
      { maxItems: 100 },
    ),
  }),
});

const FedexDocument = Type.Object({
  contentType: Type.Optional(Type.String()),
  docType: Type.Optional(Type.String()),
  encodedLabel: Type.Optional(Type.String()),
});
type FedexDocument = Static<typeof FedexDocument>;

export const FedexLabelReply = Type.Object({
  output: Type.Object({
    transactionShipments: Type.Array(
      Type.Object({
        masterTrackingNumber: Type.String({ minLength: 1, maxLength: 40 }),
        pieceResponses: Type.Array(
          Type.Object({ packageDocuments: Type.Optional(Type.Array(FedexDocument)) }),
          { minItems: 1, maxItems: 20 },
        ),
        completedShipmentDetail: Type.Optional(
          Type.Object({
            shipmentRating: Type.Optional(
              Type.Object({
                actualRateType: Type.Optional(Type.String()),
                shipmentRateDetails: Type.Optional(Type.Array(Type.Unknown())),
              }),
            ),
          }),
        ),
      }),
      { minItems: 1, maxItems: 1 },
    ),
  }),
});

export const FedexCancelReply = Type.Object({
  output: Type.Object({
    cancelledShipment: Type.Boolean(),
    message: Type.Optional(Type.String()),
  }),
});

const Scan = Type.Object({
  date: Type.Optional(Type.String()),
  eventType: Type.Optional(Type.String()),
  eventDescription: Type.Optional(Type.String()),
  exceptionDescription: Type.Optional(Type.String()),
  scanLocation: Type.Optional(
    Type.Object({
      city: Type.Optional(Type.String()),
      stateOrProvinceCode: Type.Optional(Type.String()),
      countryCode: Type.Optional(Type.String()),
    }),
  ),
});
const TrackResult = Type.Object({
  trackingNumberInfo: Type.Optional(
    Type.Object({ trackingNumber: Type.Optional(Type.String({ maxLength: 40 })) }),
  ),
  latestStatusDetail: Type.Optional(Type.Object({ code: Type.Optional(Type.String()) })),
  scanEvents: Type.Optional(Type.Array(Scan, { maxItems: 500 })),
  error: Type.Optional(FedexError),
});
export const FedexTrackReply = Type.Object({
  output: Type.Object({
    completeTrackResults: Type.Array(
      Type.Object({ trackResults: Type.Array(TrackResult, { maxItems: 200 }) }),
      { maxItems: 200 },
    ),
  }),
});
export type FedexTracks = Static<typeof FedexTrackReply>['output'];
type TrackResult = Static<typeof TrackResult>;

const toCarrierMoney = ({ totalNetCharge, currency }: FedexCharge): CarrierMoney => ({
  amount: toPlainDecimal(decimal(String(totalNetCharge))),
  currency,
});

/** Returns the price of the account for the requested service. */
export function fedexQuotes(
  { output }: Static<typeof FedexRateReply>,
  service: CarrierService,
): readonly CarrierQuote[] {
  const found = output.rateReplyDetails.find((each) => each.serviceType === fedexServices[service]);
  const charge = found?.ratedShipmentDetails.find(({ rateType }) => rateType === 'ACCOUNT');
  if (found === undefined || charge === undefined) return [];
  const days = daysOfTransit(found.operationalDetail?.transitTime ?? '');
  return [{ service, ...toCarrierMoney(charge), days }];
}

const fileTypes: Readonly<Record<string, LabelType>> = { PDF: 'pdf', PNG: 'png', ZPLII: 'zpl' };

const isLabel = ({ contentType = '' }: FedexDocument): boolean => contentType === 'LABEL';

/** Returns number, freight and files of a label; the name of the unreadable part otherwise. */
export function fedexLabel({ output }: Static<typeof FedexLabelReply>): CarrierLabel | string {
  const [shipment] = output.transactionShipments;
  const tracking = shipment?.masterTrackingNumber ?? '';
  if (shipment === undefined || normalTracking(tracking) === '') return 'blank tracking number';
  const perPiece = shipment.pieceResponses.map(({ packageDocuments = [] }) =>
    packageDocuments.filter(isLabel),
  );
  const documents = perPiece.flat().map(({ docType = '', encodedLabel = '' }) => ({
    type: fileTypes[docType],
    content: encodedLabel,
  }));
  const typed = documents.flatMap(({ type, content }) =>
    type === undefined ? [] : [{ type, content }],
  );
  const files = labelFilesFrom(typed);
  if (
    files === null ||
    typed.length < documents.length ||
    perPiece.some(({ length }) => length < 1)
  )
    return 'unreadable label file';
  return { tracking, freight: chargedFreight(shipment.completedShipmentDetail), files };
}

type ShipmentDetail = Static<
  typeof FedexLabelReply
>['output']['transactionShipments'][number]['completedShipmentDetail'];

/** Freight of a label; null if FedEx names none, or in another form: a label is kept nevertheless. */
function chargedFreight(detail: ShipmentDetail): CarrierMoney | null {
  const { actualRateType = '', shipmentRateDetails = [] } = detail?.shipmentRating ?? {};
  const charges = shipmentRateDetails.filter((each): each is FedexCharge =>
    Value.Check(FedexCharge, each),
  );
  const actual = charges.find(({ rateType }) => rateType === actualRateType);
  return actual === undefined ? null : toCarrierMoney(actual);
}

/** Tracking numbers found, and those not cancelled. */
export function fedexFound({ completeTrackResults }: FedexTracks): {
  readonly known: readonly string[];
  readonly live: readonly string[];
} {
  const parcels = completeTrackResults
    .flatMap(({ trackResults }) => trackResults)
    .filter(({ error }) => error === undefined)
    .flatMap(({ trackingNumberInfo, latestStatusDetail }) => {
      const number = trackingNumberInfo?.trackingNumber ?? '';
      return number === '' ? [] : [{ number, isCancelled: latestStatusDetail?.code === 'CA' }];
    });
  const live = parcels.filter(({ isCancelled }) => !isCancelled);
  return { known: parcels.map(({ number }) => number), live: live.map(({ number }) => number) };
}

const limitLength = (text: string, most: number): string =>
  [...carrierText(text)].slice(0, most).join('');

/** Reads a scan; null for scans that move nothing, and for times without a zone: these would be guessed. */
function toCarrierEvent(scan: Static<typeof Scan>): CarrierEvent | null {
  const { date = '', eventType = '', eventDescription = '', exceptionDescription = '' } = scan;
  const state = stateOfFedexScan(eventType);
  const time = new Date(date);
  if (state === null || !/(?:Z|[+-]\d\d:?\d\d)$/.test(date) || Number.isNaN(time.getTime()))
    return null;
  const { city = '', stateOrProvinceCode = '', countryCode = '' } = scan.scanLocation ?? {};
  const place = [city, stateOrProvinceCode, countryCode].filter((part) => part !== '').join(', ');
  const description = exceptionDescription === '' ? eventDescription : exceptionDescription;
  return {
    time: time.toISOString(),
    state,
    place: limitLength(place, 100),
    description: limitLength(description, 200),
  };
}

const eventsOf = ({ scanEvents = [] }: TrackResult): readonly CarrierEvent[] =>
  scanEvents.flatMap((scan) => toCarrierEvent(scan) ?? []);

const lastTime = (events: readonly CarrierEvent[]): string =>
  events.reduce((last, { time }) => (time > last ? time : last), '');

/** Returns the events of the latest parcel with a number, because FedEx uses numbers again; or the error. */
export function fedexEvents({
  completeTrackResults,
}: FedexTracks): readonly CarrierEvent[] | Static<typeof FedexError> {
  const results = completeTrackResults.flatMap(({ trackResults }) => trackResults);
  const [first] = results;
  const error = results.every((each) => each.error !== undefined) ? first?.error : undefined;
  if (error !== undefined) return error;
  const [latest = []] = results
    .map(eventsOf)
    .toSorted((a, b) => (lastTime(a) > lastTime(b) ? -1 : 1));
  return latest;
}
