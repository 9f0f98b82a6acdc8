/* A question while it is answered: asked again and again what is new, until there is nothing more to come. */
import { Problem } from "../protocol/http";
import { backoff } from "../protocol/backoff";
import { lab, type Job } from "./api";

export class Watching {
  job = $state.raw<Job | null>(null);
  problem = $state("");
  private isOver = false;

  constructor(readonly id: string) {}

  async follow(): Promise<void> {
    let failures = 0;
    this.isOver = false;
    for (let after = -1; !this.isOver;) {
      try {
        const { job } = await lab.job(this.id, after);
        this.job = job;
        this.problem = "";
        failures = 0;
        if (!job.is_going_on) return;
        after = job.number;
      } catch (error) {
        if (!(error instanceof Problem) || error.status === 404) {
          this.problem = error instanceof Error ? error.message : String(error);
          return;
        }
        this.problem = error.message;
        failures += 1;
        await new Promise((resolve) => setTimeout(resolve, backoff(failures + 1, Math.random())));
      }
    }
  }

  async stop(): Promise<void> {
    await lab.stop(this.id);
  }

  async resume(): Promise<void> {
    this.job = (await lab.resume(this.id)).job;
    void this.follow();
  }

  close(): void {
    this.isOver = true;
  }
}
