// Answers and questions of carriers' APIs, the same for every adapter.
import type {
  AddressParts,
  CarrierService,
  LabelFormat,
  LabelType,
  TrackState,
} from '@tradehouse/domain';
import type { Parcel } from '@tradehouse/contract';

/** Answer of a carrier. Refused: with the carrier's own words. Unreachable: no answer, or unreadable. */
export type CarrierAnswer<T> =
  | { readonly result: 'ok'; readonly value: T }
  | {
      readonly result: 'refused';
      readonly text: string;
      /** Number of the label of an earlier request, voided by the carrier. */
      readonly voided?: string;
    }
  | {
      readonly result: 'unreachable';
      readonly text: string;
      /** The request was never sent, hence the carrier did nothing. */
      readonly unsent?: true;
      /** Reference of a possible label not shown by the carrier. */
      readonly reference?: string;
    };

/** Answer without a readable reply. */
export const withoutAnswer = (
  text = '',
  more: { readonly unsent?: true; readonly reference?: string } = {},
): CarrierAnswer<never> => ({ result: 'unreachable', text, ...more });

/** Address of a parcel's origin or destination; the parts may be empty. */
export interface CarrierPlace extends AddressParts {
  readonly address: string;
  readonly postcode: string;
}

export interface CarrierEnd extends CarrierPlace {
  readonly name: string;
  readonly phone: string;
}

export interface CarrierMoney {
  readonly amount: string;
  readonly currency: string;
}

export interface RateQuestion {
  readonly from: CarrierPlace | null;
  readonly to: CarrierPlace;
  readonly parcels: readonly Parcel[];
  readonly services: readonly CarrierService[];
  readonly signature: boolean;
}

export interface CarrierQuote extends CarrierMoney {
  readonly service: CarrierService;
  readonly days?: number | null;
}

export interface LabelQuestion {
  /** Id of the request: repeats with the same id must not make a second label. */
  readonly request: string;
  /** Number of the shipment here, for the carrier's reference field. */
  readonly number: string;
  readonly from: CarrierEnd;
  readonly to: CarrierEnd;
  readonly parcels: readonly Parcel[];
  readonly service: CarrierService;
  readonly signature: boolean;
  readonly shipDate: string;
  readonly insured: CarrierMoney | null;
  readonly costBearer: string;
  /** A return goes from the partner to us. */
  readonly direction: 'ship' | 'return';
  readonly format: LabelFormat;
  /** An earlier call with this request id may have made a label. */
  readonly repeated: boolean;
}

export interface CarrierLabelFile {
  readonly type: LabelType;
  readonly bytes: Uint8Array;
}

export interface CarrierLabel {
  readonly tracking: string;
  readonly freight: CarrierMoney | null;
  readonly files: readonly CarrierLabelFile[];
}

export interface VoidQuestion {
  readonly request: string;
  readonly number: string;
  readonly shipDate: string;
  /** Empty if the answer with the number was lost. */
  readonly tracking: string;
}

export interface CarrierEvent {
  readonly time: string;
  readonly state: TrackState;
  readonly place: string;
  readonly description: string;
}

/** A carrier's API. Never called while a transaction is open. */
export interface CarrierApi {
  readonly ping: () => Promise<CarrierAnswer<true>>;
  readonly rate: (question: RateQuestion) => Promise<CarrierAnswer<readonly CarrierQuote[]>>;
  readonly label: (question: LabelQuestion) => Promise<CarrierAnswer<CarrierLabel>>;
  readonly void: (question: VoidQuestion) => Promise<CarrierAnswer<true>>;
  readonly track: (tracking: string) => Promise<CarrierAnswer<readonly CarrierEvent[]>>;
}
