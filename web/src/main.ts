import "./fonts.css";
import "./tokens.css";
import "./base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { paint } from "./parts/seats";
import { learn } from "./sentence";
import { settings } from "./settings.svelte";

paint(settings.get("seatColours"));
await learn();
mount(App, { target: document.getElementById("app")! });
