import type { GoodsLineInput } from '@tradehouse/contract';

type Allocations = NonNullable<GoodsLineInput['allocations']>;

/** Part of the stock on a shelf: a lot, a serial, or goods kept by neither. */
interface ShelfPart {
  quantity: number;
  readonly lot?: string;
  readonly expiry?: string;
  readonly serial?: string;
}

/** Goods taken off a shelf: enough for a document line, and for another shelf. */
export interface ShelfIssue {
  readonly parts: readonly ShelfPart[];
  /** Absent where goods are kept by neither lot nor serial. */
  readonly allocations?: Allocations;
}

/** Stock of the sample company by barcode and place, to prevent overselling. */
export class Shelves {
  readonly #parts = new Map<string, ShelfPart[]>();

  #at(place: string, barcode: string): ShelfPart[] {
    const key = `${place} ${barcode}`;
    const found = this.#parts.get(key) ?? [];
    this.#parts.set(key, found);
    return found;
  }

  held(place: string, barcode: string): number {
    return this.#at(place, barcode).reduce((sum, { quantity }) => sum + quantity, 0);
  }

  put(place: string, barcode: string, parts: readonly ShelfPart[]): void {
    const shelf = this.#at(place, barcode);
    for (const part of parts) {
      const same = shelf.find(({ lot, serial }) => lot === part.lot && serial === part.serial);
      if (same === undefined) shelf.push({ ...part });
      else same.quantity += part.quantity;
    }
    shelf.sort((a, b) => (a.expiry ?? '').localeCompare(b.expiry ?? ''));
  }

  /** Takes goods by first expiry. The stock must suffice. */
  take(place: string, barcode: string, quantity: number): ShelfIssue {
    const shelf = this.#at(place, barcode);
    const parts: ShelfPart[] = [];
    for (let left = quantity; left > 0;) {
      const first = shelf[0];
      if (first === undefined) throw new Error(`${place} has not enough of ${barcode}`);
      const part = { ...first, quantity: Math.min(left, first.quantity) };
      parts.push(part);
      left -= part.quantity;
      first.quantity -= part.quantity;
      if (first.quantity === 0) shelf.shift();
    }
    return { parts, ...toLineAllocations(parts) };
  }
}

/** Formats the parts for a line; empty for goods kept by neither lot nor serial. */
export function toLineAllocations(parts: readonly ShelfPart[]): Pick<ShelfIssue, 'allocations'> {
  const serials = parts.flatMap(({ serial }) => serial ?? []);
  if (serials.length > 0) return { allocations: [{ serials }] };
  if (parts.every(({ lot }) => lot === undefined)) return {};
  return {
    allocations: parts.map(({ quantity, lot = '', expiry }) => ({
      quantity: String(quantity),
      lot,
      ...(expiry === undefined ? {} : { expiry }),
    })),
  };
}
