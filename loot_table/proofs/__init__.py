"""What proves a promise: each module here sets up a case, looks for where the promise is broken, and can fail.

`secrecy`, `timing`, `twins`: nobody learns what they may not know. `chaos` with `stubborn`, and `recovery`: nothing that was
said is lost; `several`: nor when there are several servers on one database (`own_postgres`). `siege`: one hostile visitor disturbs nobody. `hostile`, `largest`, `cost`: no components cost too much.
`inside`, `wire` and `log_file` reach a server from within, over the network, and by its file.
"""
