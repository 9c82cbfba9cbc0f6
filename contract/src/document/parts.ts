import { progressSteps, stockTypes } from '@tradehouse/domain';
import type { AnyKindCode } from '@tradehouse/domain';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Optional, Serials, ShownAmount, Text, toLiteralUnion } from '../field.ts';
import { AmountString, Closed, DecimalString, Id, LastDay, Nullable } from '../resource.ts';

/** Value-added service; without a fee, the service's own applies. */
export const ServiceInput = Closed({
  serviceId: Id,
  quantity: AmountString,
  fee: Optional(AmountString),
});

export const SettlementInput = Closed({ accountId: Id, amount: AmountString });

export const ServiceReply = Closed({
  serviceId: Id,
  name: Type.String(),
  quantity: DecimalString,
  fee: ShownAmount,
  amount: ShownAmount,
});
export type ServiceReply = Static<typeof ServiceReply>;

/** Text on the wire; only registered kinds are stored. */
export const KindReply = Type.Unsafe<AnyKindCode>(Type.String());

/** State of an order in addition to its approval. */
export const OrderLifeReply = Closed({
  confirmStatus: Type.String(),
  pushStatus: Type.String(),
  arrived: Type.Boolean(),
  cancelReason: Nullable(Type.String()),
  /** Sales orders only. */
  stage: Type.String(),
  /** Progress of approved sales orders: each step from its own fact; counted steps give done and total. */
  progress: Type.Array(
    Closed({
      step: toLiteralUnion(progressSteps),
      progress: toLiteralUnion(['none', 'partial', 'complete']),
      part: ShownAmount,
      whole: ShownAmount,
    }),
  ),
});

export const StockTypeChoice = toLiteralUnion(stockTypes);

/**
 * Lot, expiry, serials, stock type and bin of a part of a line. `quantity` is in base units; absent on the only
 * allocation means the whole line.
 */
export const AllocationInput = Closed({
  quantity: Optional(AmountString),
  lot: Optional(Text(100)),
  expiry: Optional(Nullable(LastDay)),
  serials: Optional(Serials),
  stockType: Optional(StockTypeChoice),
  bin: Optional(Text(60)),
});

export const AllocationReply = Closed({
  quantity: DecimalString,
  lot: Type.String(),
  expiry: Nullable(LastDay),
  serials: Type.Array(Type.String()),
  stockType: StockTypeChoice,
  bin: Type.String(),
});
