import { activityChoices } from '@tradehouse/contract';
import type { ReplyOf } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { callEndpoint } from '../../app/net/client.ts';
import { namedClear } from '../../control/namedClear.tsx';
import { t } from '../../phrase/index.ts';

/** Reads available activities: active activities, and the document's own. */
export function useActivities(wanted: boolean, value: string | null): Props['choices'] {
  const { data = [] } = useQuery({
    queryKey: ['choices', 'activity'],
    queryFn: () => callEndpoint(activityChoices, {}, { silent: true }),
    enabled: wanted,
  });
  return data.filter(({ id, running }) => running || id === value);
}

interface Props {
  readonly value: string | null;
  readonly choices: ReplyOf<typeof activityChoices>;
  readonly onChange: (id: string | null) => void;
}

/** Selects the activity whose locked stock is sold. */
export const ActivityField = ({ value, choices, onChange }: Props) => (
  <Select
    aria-label={t('activity.head')}
    allowClear={namedClear()}
    showSearch
    optionFilterProp="label"
    style={{ width: '100%' }}
    value={value}
    options={choices.map(({ id, name }) => ({ value: id, label: name }))}
    onChange={(id: string | undefined) => onChange(id ?? null)}
  />
);
