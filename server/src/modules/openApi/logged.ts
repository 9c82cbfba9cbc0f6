import { refusalOf } from '../../kernel/index.ts';
import type { Call } from '../../kernel/index.ts';

/** Does what a program asks, and writes down who asked what and what came of it. */
export async function logged<T>(path: string, call: Call, work: () => Promise<T>): Promise<T> {
  const write = (result: string): Promise<void> =>
    call.note({
      action: 'openApi',
      subject: 'oauth_app',
      subjectId: call.application?.id ?? '',
      number: path,
      after: { result },
    });
  const answer = await work().catch(async (error: unknown) => {
    await write(refusalOf(error).key);
    throw error;
  });
  await write('ok');
  return answer;
}
