import type { GoodsLineInput } from '@tradehouse/contract';

type Allocations = NonNullable<GoodsLineInput['allocations']>;

/** A part of what lies on a shelf: all of one lot, one serial, or what is kept by neither. */
interface Part {
  quantity: number;
  readonly lot?: string;
  readonly expiry?: string;
  readonly serial?: string;
}

/** What was taken off a shelf: enough to say so on a line, and to put it on another shelf. */
export interface Taken {
  readonly parts: readonly Part[];
  /** Absent where goods are kept by neither lot nor serial. */
  readonly allocations?: Allocations;
}

/** What the sample company has where, so that it never sells what it hasn't: by barcode and place. */
export class Shelves {
  readonly #parts = new Map<string, Part[]>();

  #at(place: string, barcode: string): Part[] {
    const key = `${place} ${barcode}`;
    const found = this.#parts.get(key) ?? [];
    this.#parts.set(key, found);
    return found;
  }

  held(place: string, barcode: string): number {
    return this.#at(place, barcode).reduce((sum, { quantity }) => sum + quantity, 0);
  }

  put(place: string, barcode: string, parts: readonly Part[]): void {
    const shelf = this.#at(place, barcode);
    for (const part of parts) {
      const same = shelf.find(({ lot, serial }) => lot === part.lot && serial === part.serial);
      if (same === undefined) shelf.push({ ...part });
      else same.quantity += part.quantity;
    }
    shelf.sort((a, b) => (a.expiry ?? '').localeCompare(b.expiry ?? ''));
  }

  /** What expires first goes first. There has to be enough. */
  take(place: string, barcode: string, quantity: number): Taken {
    const shelf = this.#at(place, barcode);
    const parts: Part[] = [];
    for (let left = quantity; left > 0;) {
      const first = shelf[0];
      if (first === undefined) throw new Error(`${place} has not enough of ${barcode}`);
      const part = { ...first, quantity: Math.min(left, first.quantity) };
      parts.push(part);
      left -= part.quantity;
      first.quantity -= part.quantity;
      if (first.quantity === 0) shelf.shift();
    }
    return { parts, ...allocated(parts) };
  }
}

/** The parts as a line says them; nothing where goods are kept by neither lot nor serial. */
export function allocated(parts: readonly Part[]): Pick<Taken, 'allocations'> {
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
