import type { ComponentType, ReactNode } from 'react';
import { createContext, useContext, useState } from 'react';
import { notices } from '../app/notices.ts';
import { useMay } from '../app/settings/permission.ts';
import { outdate } from '../app/net/query.ts';
import { t } from '../phrase/index.ts';
import type { Choice, ChoiceSource } from './ReferenceSelect.tsx';

/** What can be made where it is chosen (screens.md 5.14). */
export type QuickRecord =
  | 'supplier'
  | 'customer'
  | 'member'
  | 'warehouse'
  | 'account'
  | 'income'
  | 'expense'
  | 'salesperson'
  | 'finance'
  | 'category'
  | 'unit';

/** The form of a new record, and the page whose edit button it takes. */
export interface QuickForm {
  readonly page: string;
  readonly Form: ComponentType<{
    /** Null: a new one. */
    readonly id: string | null;
    /** What it is called to begin with. */
    readonly named?: string;
    readonly onClose: (saved: boolean, id?: string) => void;
  }>;
}

/** The forms a page offers in its selects; none where records are only looked for. */
export const QuickForms = createContext<Readonly<Partial<Record<QuickRecord, QuickForm>>>>({});

/**
 * "New …" of a select: `onAdd` is absent where the signed-in user may not make such records here, `form` is drawn beside
 * the select. `onMade` hears of the new record once the choices hold it.
 */
export function useQuickAdd<C extends Choice>(
  record: QuickRecord | null,
  source: ChoiceSource<C>,
  onMade: (choice: C) => void,
): { readonly onAdd?: (typed: string) => void; readonly form: ReactNode } {
  const forms = useContext(QuickForms);
  const may = useMay();
  const [named, setNamed] = useState<string | null>(null);
  const quick = record === null ? undefined : forms[record];
  if (quick === undefined || !may(quick.page, '1')) return { form: null };
  const close = async (saved: boolean, id?: string): Promise<void> => {
    setNamed(null);
    if (!saved || id === undefined) return;
    await outdate(['choices', ...source.key]);
    const made = (await source.read('', id)).find((choice) => choice.id === id);
    if (made === undefined) void notices().message.warning(t('select.notGranted'));
    else onMade(made);
  };
  return {
    onAdd: setNamed,
    form: named !== null && (
      <quick.Form id={null} named={named} onClose={(saved, id) => void close(saved, id)} />
    ),
  };
}
