import { refusalFromError } from '../../kernel/http/index.ts';
import type { EndpointCall } from '../../kernel/http/index.ts';

/** Runs a program's request and logs program, route and result. */
export async function recordOpenApiCall<T>(
  path: string,
  call: EndpointCall,
  work: () => Promise<T>,
): Promise<T> {
  const write = (result: string): Promise<void> =>
    call.note({
      action: 'openApi',
      subject: 'oauth_app',
      subjectId: call.application?.id ?? '',
      number: path,
      after: { result },
    });
  const answer = await work().catch(async (error: unknown) => {
    await write(refusalFromError(error).key);
    throw error;
  });
  await write('ok');
  return answer;
}
