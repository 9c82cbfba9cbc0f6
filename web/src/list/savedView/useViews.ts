import { savedViews, viewOn } from '@tradehouse/contract';
import type { ListView, ReplyOf, SavedView, TableDeclaration } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callEndpoint } from '../../app/net/client.ts';
import { invalidateQueryKeys } from '../../app/net/query.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useTab } from '../../app/tabs/tabs.ts';
import { useKept } from '../../app/tabs/useKept.ts';
import { todayIn } from '../../control/format.ts';
import { readableView, viewFromList } from '../listView.ts';
import type { ListState } from '../useList.ts';
import { standsAt } from './sameView.ts';
import type { ShownView } from './startingView.ts';
import { VIEWS } from '../../app/settings/startingViews.ts';

export interface ViewsOf<T extends TableDeclaration> {
  readonly list: ListState<T>;
  /** Filters always sent by the page. */
  readonly fixed?: Readonly<Record<string, unknown>> | undefined;
  /** Chart visible beside the list; absent: the list has no chart. */
  readonly chart?: boolean | undefined;
  readonly opens: ShownView | undefined;
}

/** View with the query at the list's opening: another query restarts the list. */
interface KeptView {
  readonly address: string;
  readonly view: ShownView | null;
}

type Views = ReplyOf<typeof savedViews>;

/** Views of a list, the shown view, and the list's present state. */
export interface UsedViews {
  readonly views: Views | undefined;
  readonly shown: ShownView | null;
  /** True: the list differs from the shown view. */
  readonly changed: boolean;
  /** Returns the list's present state. */
  readonly now: () => ListView;
  readonly show: (view: SavedView) => void;
  /** Makes a view the shown view without changing the list. */
  readonly call: (view: ShownView) => void;
  /** Leaves the view; the list returns to the page's initial state. */
  readonly leave: () => void;
}

/** @param wanted whether the views are asked for */
export function useViews<T extends TableDeclaration>(
  { list, fixed, chart, opens }: ViewsOf<T>,
  wanted: boolean,
): UsedViews {
  const { table } = list;
  const { timeZone, hiddenAmounts } = useSettings();
  const { query } = useTab();
  const [kept, keep] = useKept<KeptView>(`view:${table.id}`);
  const address = query.toString();
  const opened = address === '' ? (opens ?? null) : null;
  const [shown, setShown] = useState(kept?.address === address ? kept.view : opened);
  const { data } = useQuery({
    queryKey: [...VIEWS, table.id],
    queryFn: () => callEndpoint(savedViews, { list: table.id }),
    enabled: wanted,
  });
  const today = todayIn(timeZone);
  const now = (): ListView => {
    const view = viewFromList(list);
    return {
      ...view,
      // SAFETY: filters always sent by a page are texts and lists of texts.
      search: { ...view.search, ...(fixed as ListView['search']) },
      ...(chart === undefined ? {} : { chart }),
    };
  };
  const name = (view: ShownView | null): void => {
    setShown(view);
    keep({ address, view });
  };
  return {
    views: data,
    shown,
    changed:
      shown !== null &&
      !standsAt(table, now(), readableView(table, shown.value, hiddenAmounts).view, {
        today,
        hidden: hiddenAmounts,
      }),
    now,
    show: (view) => {
      list.show(viewOn(table, view.value, today));
      name(view);
    },
    call: (view) => {
      list.called();
      name(view);
    },
    leave: () => {
      list.leave();
      name(null);
    },
  };
}

/** Invalidates views, initial views of lists included. */
export const outdateViews = (): Promise<void> => invalidateQueryKeys(VIEWS);
