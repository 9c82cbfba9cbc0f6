import { savedViews, viewOn } from '@tradehouse/contract';
import type { ListView, ReplyOf, SavedView, Table } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../app/net/client.ts';
import { outdate } from '../../app/net/query.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useTab } from '../../app/tabs/tabs.ts';
import { useKept } from '../../app/tabs/useKept.ts';
import { todayIn } from '../../control/format.ts';
import { readableView, viewOf } from '../listView.ts';
import type { ListState } from '../useList.ts';
import { standsAt } from './sameView.ts';
import type { ShownView } from './startingView.ts';
import { VIEWS } from '../../app/settings/startingViews.ts';

export interface ViewsOf<T extends Table> {
  readonly list: ListState<T>;
  /** What its page always asks for. */
  readonly fixed?: Readonly<Record<string, unknown>> | undefined;
  /** Whether the chart stands beside it; absent: it has none. */
  readonly chart?: boolean | undefined;
  /** The view that it opens with. */
  readonly opens: ShownView | undefined;
}

/** The view that a list was brought to, which it had opened with a query: another one starts it again. */
interface KeptView {
  readonly address: string;
  readonly view: ShownView | null;
}

type Views = ReplyOf<typeof savedViews>;

/** The views of a list, the one that is shown, and what it stands at now. */
export interface UsedViews {
  readonly views: Views | undefined;
  readonly shown: ShownView | null;
  /** The list has moved from where the shown view brought it. */
  readonly changed: boolean;
  /** What the list stands at. */
  readonly now: () => ListView;
  readonly show: (view: SavedView) => void;
  /** It is now the view that is shown, as it stands. */
  readonly call: (view: ShownView) => void;
  /** No view is shown, the list is as its page starts. */
  readonly leave: () => void;
}

/** @param wanted whether the views are asked for */
export function useViews<T extends Table>(
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
    queryFn: () => call(savedViews, { list: table.id }),
    enabled: wanted,
  });
  const today = todayIn(timeZone);
  const now = (): ListView => {
    const view = viewOf(list);
    return {
      ...view,
      // SAFETY: what a page always asks for are texts and lists of them.
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

/** Views are asked for again, what lists open with too. */
export const outdateViews = (): Promise<void> => outdate(VIEWS);
